/** How much a text of JSON may hold. */
export interface JsonBounds {
  /** Objects and arrays inside each other. */
  readonly depth: number;
  /** Values of every kind together, inside each other or not. */
  readonly values: number;
  /** Characters of a string, names of fields included. */
  readonly characters: number;
}

/** What is wrong with a text of JSON that holds more than it may. */
export interface Excess {
  readonly bound: keyof JsonBounds;
  /** What goes on with "The body", such as "has more than 5 values". */
  readonly message: string;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/**
 * What a text of JSON has too much of; undefined when it keeps the bounds. It is found out before the text is parsed, and
 * without recursion: parsing many small values takes long, and what walks through values that are deep ends with the stack.
 * Of a text that is no JSON it may say anything.
 */
export function excessOf(text: string, { depth: deepest, values: most, characters }: JsonBounds): Excess | undefined {
  let depth = 0;
  let values = 1;
  // Whether an object or array began, and nothing was seen in it yet.
  let isEmpty = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
      isEmpty = false;
      continue;
    }
    if (isEmpty || code === COMMA) values += 1;
    isEmpty = code === OPEN_LIST || code === OPEN_OBJECT;
    if (values > most) return { bound: 'values', message: `has more than ${most} values` };
    if (isEmpty && ++depth > deepest) return { bound: 'depth', message: `is nested more than ${deepest} levels deep` };
    if (code !== QUOTE) continue;
    const end = endOfString(text, at + 1);
    if (end - at - 1 > characters && lengthOfString(text, at + 1, end) > characters) {
      return { bound: 'characters', message: `has a string of more than ${characters} characters` };
    }
    at = end;
  }
  return undefined;
}

/** Where the quotation mark stands that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** How many characters a string has for which some are written as `\n` or `\u00e9`. */
function lengthOfString(text: string, start: number, end: number): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) === BACKSLASH) at += text[at + 1] === 'u' ? 5 : 1;
    length += 1;
  }
  return length;
}
