/** Files that a link names which a server would answer: here they are made when the link is followed. */

import { saveFile } from '../analysis/files';
import { answered } from './client';
import { served } from './site';

export function prepareDownloads(): void {
  if (served) return;
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link?.hasAttribute('download') || !link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    void answered('GET', link.pathname + link.search, null, null).then(({ status, text, name }) => {
      if (status === 200) saveFile(name ?? 'komadai.txt', text);
    });
  });
}
