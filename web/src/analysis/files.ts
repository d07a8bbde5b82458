/** Files that go out and come in. */

/** Lets the reader keep a text as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Larger files are no single records. */
const MOST_BYTES = 2_000_000;

/** The text of a file that the reader has chosen; null where it is too large. */
export async function textOf(file: File): Promise<string | null> {
  return file.size > MOST_BYTES ? null : decoded(await file.arrayBuffer());
}

/** Files of Japanese programs are in Shift_JIS as often as in UTF-8. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}
