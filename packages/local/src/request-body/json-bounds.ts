/** Bounds of a JSON text. */
export interface JsonBounds {
  /** The maximum depth of nested objects and arrays. */
  readonly depth: number;
  /** All values, nested ones included. */
  readonly values: number;
  /** The maximum number of characters in one string or field name. */
  readonly characters: number;
}

/** The bound that a JSON text exceeds. */
export interface Excess {
  readonly bound: keyof JsonBounds;
  /** Continues a sentence such as "The body", for example "has more than 5 values". */
  readonly message: string;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/**
 * The bound that a JSON text exceeds; undefined when it is within all of them. This scans the text before it is parsed,
 * because parsing many small values takes long, and without recursion, because deep values overflow the stack. The result
 * means nothing for a text that is not JSON.
 */
export function excessOf(text: string, { depth: deepest, values: most, characters }: JsonBounds): Excess | undefined {
  let depth = 0;
  let values = 1;
  // Whether an object or array has begun and is still empty.
  let isEmpty = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
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
    const end = endOfString(text, index + 1);
    if (end - index - 1 > characters && lengthOfString(text, index + 1, end) > characters) {
      return { bound: 'characters', message: `has a string of more than ${characters} characters` };
    }
    index = end;
  }
  return undefined;
}

/** The index of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let index = end;
    while (index > start && text.charCodeAt(index - 1) === BACKSLASH) index -= 1;
    if ((end - index) % 2 === 0) return end;
  }
  return text.length;
}

/** The length of a string after its escapes, such as `\n` or `\u00e9`, are decoded. */
function lengthOfString(text: string, start: number, end: number): number {
  let length = 0;
  for (let index = start; index < end; index++) {
    if (text.charCodeAt(index) === BACKSLASH) index += text[index + 1] === 'u' ? 5 : 1;
    length += 1;
  }
  return length;
}
