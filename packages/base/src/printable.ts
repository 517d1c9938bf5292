/*
 * All that the programs write for people goes through one of these functions: a list or a log through the first, a message
 * through the second, and a text such as a page through the third.
 */

/**
 * The characters that a terminal obeys or does not show: control characters, ends of lines in all their forms, and format
 * characters, which reverse the direction of text or have no width. Halves of surrogate pairs are not characters at all.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The line endings that this program does not write itself. */
const FOREIGN_LINE_END = /\r\n|[\u0085\u2028\u2029]/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes foreign text safe as a part of one line, in a log or a list. Characters that are not printable become JSON escapes,
 * so that the text cannot forge a line, and JSON keeps its value.
 */
export function printableLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => SHORT_ESCAPES[character] ?? unicodeEscapes(character));
}

/** The frames of a stack, which begin with four spaces. */
const STACK_FRAMES = /\n(?= {4}at )/;

/**
 * Makes a message that quotes foreign text safe: it becomes one line. Only the frames of the stack of an error have lines of
 * their own.
 */
export function printableMessage(text: string): string {
  return text.split(STACK_FRAMES).map(printableLine).join('\n');
}

/** JSON for a terminal, with the lines that `JSON.stringify` made: it has the same value. */
export const printableJson = (json: string): string => json.split('\n').map(printableLine).join('\n');

/**
 * Makes foreign text with many lines safe for a terminal. It keeps tabs and line endings, and escapes all other characters
 * that are not printable.
 */
export function printableText(text: string): string {
  return text
    .replaceAll(FOREIGN_LINE_END, '\n')
    .replaceAll(UNPRINTABLE, (character) => (character === '\n' || character === '\t' ? character : ''));
}

function unicodeEscapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
