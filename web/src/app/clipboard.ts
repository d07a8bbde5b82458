/** The clipboard, also of pages that the browser does not call secure: those of a server in a club's network. */

/** Copies a text; whether that was done. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The older way, which needs a field with the text. What lies outside of an open dialog cannot be selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
