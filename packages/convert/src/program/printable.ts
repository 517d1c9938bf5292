/** The characters that a terminal obeys or does not show, among them ends of lines in all their forms. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The line endings that this program does not write itself. */
const FOREIGN_LINE_END = /\r\n|[\u0085\u2028\u2029]/g;

/** Foreign text as a part of one line: characters that are not printable become escapes as JSON has them. */
export function printableLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Foreign text for a terminal, with its lines and tabs, and without all other characters that are not printable. */
export function printableText(text: string): string {
  return text
    .replaceAll(FOREIGN_LINE_END, '\n')
    .replaceAll(UNPRINTABLE, (character) => (character === '\n' || character === '\t' ? character : ''));
}
