import { compile } from 'css-select';
import { parse } from 'css-what';

/** Characters that the different selectors of a value may have together: reading them takes a hundred times as long as JSON. */
export const MAX_SELECTOR_CHARACTERS = 20_000;

const READERS = {
  /** The HTML of a page is searched by it. */
  'css-selector': (text: string) => compile(text),
  /** The driver of a browser finds elements by it. It knows pseudo-classes that HTML alone has not. */
  'element-selector': (text: string) => parse(text),
} as const;

export type SelectorFormat = keyof typeof READERS;

export const SELECTOR_FORMATS = Object.keys(READERS) as readonly SelectorFormat[];

/** Reads the selectors of one value after the other, and each text once. */
export class SelectorReader {
  readonly #read = new Map<string, boolean>();
  #characters = 0;

  /** Forgets the selectors of the last value. */
  begin(): void {
    this.#read.clear();
    this.#characters = 0;
  }

  /** Whether the value has too many selectors: then the rest has not been read. */
  isExceeded(): boolean {
    return this.#characters > MAX_SELECTOR_CHARACTERS;
  }

  /** Whether the text is a selector, or has not been read. */
  accepts(format: SelectorFormat, text: string): boolean {
    const name = `${format} ${text}`;
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    this.#characters += text.length;
    const isSelector = this.isExceeded() || !fails(() => READERS[format](text));
    this.#read.set(name, isSelector);
    return isSelector;
  }
}

function fails(readValue: () => unknown): boolean {
  try {
    readValue();
    return false;
  } catch {
    return true;
  }
}
