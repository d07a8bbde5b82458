/** Files that a link names which a server would answer: here they are made when the link is followed. */

import { answered } from './client';
import { served } from './site';

function kept(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export function prepareDownloads(): void {
  if (served) return;
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link?.hasAttribute('download') || !link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    void answered('GET', link.pathname + link.search, null, null).then(
      ({ status, text, name, media_type }) => {
        if (status === 200) kept(name ?? 'komadai.txt', text, media_type ?? 'text/plain');
      },
    );
  });
}
