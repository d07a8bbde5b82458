import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './clipboard';

const exec = vi.fn<(command: string) => boolean>();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('copies by the browser’s clipboard', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  expect(await copyText('text')).toBe(true);
  expect(write).toHaveBeenCalledWith('text');
});

it.each([true, false])(
  'copies a field where there is none, and says whether (%s)',
  async (done) => {
    vi.stubGlobal('navigator', {});
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    let copied: unknown;
    exec.mockImplementation(() => {
      copied = dialog.querySelector('textarea')?.value;
      return done;
    });
    Object.assign(document, { execCommand: exec });
    expect(await copyText('text')).toBe(done);
    expect(copied).toBe('text');
    expect(document.querySelector('textarea')).toBeNull();
  },
);
