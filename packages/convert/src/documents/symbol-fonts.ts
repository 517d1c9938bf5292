import { codePoint } from 'dingbat-to-unicode';

/** The codes of symbol fonts, which begin at 0xF000 where a document has them as characters. */
const SYMBOLS = /[\uf020-\uf0ff]/g;

/** Whether a text has characters that only a symbol font tells the meaning of. */
export const hasSymbols = (text: string): boolean => /[\uf020-\uf0ff]/.test(text);

/** A text with the characters that a symbol font, such as Symbol or Wingdings, shows for its codes. Unknown ones stay. */
export function withSymbolsOf(font: string, text: string): string {
  const typeface = typefaceOf(font);
  return text.replace(SYMBOLS, (symbol) => codePoint(typeface, symbol.charCodeAt(0) - 0xf000)?.string ?? symbol);
}

/**
 * The symbol font of a file that tells none for its letters: the only one that it has, or else Symbol, whose letters stand in texts.
 */
export function symbolFontOf(names: Iterable<string>): string {
  const typefaces = new Set(
    [...names].map(typefaceOf).filter((name) => TYPEFACES.some(([, typeface]) => typeface === name)),
  );
  const [only] = typefaces;
  return typefaces.size === 1 && only !== undefined ? only : 'Symbol';
}

/** The character of a symbol font for a code, with 0xF000 added to it or not. */
export function symbolOf(font: string, code: number): string | undefined {
  const typeface = typefaceOf(font);
  return (codePoint(typeface, code) ?? codePoint(typeface, code & 0xff))?.string;
}

/** The typeface that a name means: PDFs write it with the name of a subset in front, and without spaces. */
function typefaceOf(font: string): string {
  const name = font
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
  return TYPEFACES.find(([start]) => name.startsWith(start))?.[1] ?? font;
}

/** The longest names first. */
const TYPEFACES: readonly (readonly [start: string, typeface: string])[] = [
  ['wingdings2', 'Wingdings 2'],
  ['wingdings3', 'Wingdings 3'],
  ['wingdings', 'Wingdings'],
  ['webdings', 'Webdings'],
  ['symbol', 'Symbol'],
];
