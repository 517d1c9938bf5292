import { codeSpan, escapeBrackets, escapeLineStart, escapeText } from './escape.js';

export interface InlineOptions {
  /** What stands for a line break, in a heading or a cell, which have one line only. */
  readonly lineBreak?: string;
}

interface Opening {
  readonly mark: string;
  /** Where it stands in the output; undefined until something visible follows it. */
  at: number | undefined;
  /** Whether Markdown would not take the mark where it stands; then there is none. */
  broken: boolean;
}

const LINK = '[';
const PUNCTUATION = /[\p{P}\p{S}]/u;
const WORD = /[^\s\p{P}\p{S}]/u;

/**
 * Text, emphasis, code and links of one block. White space collapses as in a browser, and moves out of emphasis and
 * links, where Markdown does not allow it; marks that hold nothing, or that no reader would recognize, are left out.
 */
export class InlineText {
  readonly #output: string[] = [];
  readonly #openings: Opening[] = [];
  readonly #lineBreak: string;
  #space = false;
  #breaks = false;
  #lineStart = true;
  #lastCharacter = '';
  #links = 0;
  /** The emphasis that has just been closed after punctuation: a word right behind it would keep it from closing. */
  #fragile: { opening: number; closing: number } | undefined;

  constructor({ lineBreak = '  \n' }: InlineOptions = {}) {
    this.#lineBreak = lineBreak;
  }

  text(text: string): void {
    const collapsed = text.replace(/[\u200b\u00ad\ufeff]/g, '').replace(/\s+/g, ' ');
    if (collapsed.startsWith(' ')) this.#space = true;
    const words = collapsed.trim();
    if (words === '') return;
    let escaped = escapeText(words);
    if (this.#links > 0) escaped = escapeBrackets(escaped);
    // Within a heading, a cell or the text of a link nothing is read as the start of a block.
    if (this.#lineStart && this.#links === 0 && this.#lineBreak.endsWith('\n')) escaped = escapeLineStart(escaped);
    this.#show(escaped, words);
    this.#space = collapsed.endsWith(' ');
  }

  code(code: string): void {
    if (code !== '') this.markdown(codeSpan(code));
  }

  /** Markdown as it is, such as an image. */
  markdown(markdown: string): void {
    this.#show(markdown, markdown);
  }

  /** Stands as soon as something follows it. */
  lineBreak(): void {
    if (this.#lineStart) return;
    this.#breaks = true;
    this.#space = false;
    this.#lineStart = true;
    this.#lastCharacter = '';
    this.#fragile = undefined;
  }

  /** A space, unless there is one. */
  space(): void {
    this.#space = true;
  }

  /** Emphasis of what `write` adds. */
  emphasis(mark: string, write: () => void): void {
    if (this.#openings.some((opening) => opening.mark === mark)) {
      write();
      return;
    }
    const opening: Opening = { mark, at: undefined, broken: false };
    this.#openings.push(opening);
    write();
    this.#openings.pop();
    if (opening.at === undefined || opening.broken) return;
    if (PUNCTUATION.test(this.#lastCharacter)) {
      this.#fragile = { opening: opening.at, closing: this.#output.length };
    }
    this.#output.push(mark);
  }

  /** A link around what `write` adds; nothing when that is nothing. */
  link(destination: string, write: () => void): void {
    const opening: Opening = { mark: LINK, at: undefined, broken: false };
    this.#openings.push(opening);
    this.#links++;
    write();
    this.#links--;
    this.#openings.pop();
    if (opening.at === undefined) return;
    this.#output.push(`](${destination})`);
    this.#lastCharacter = ')';
    this.#fragile = undefined;
  }

  toString(): string {
    return this.#output.join('');
  }

  #show(markdown: string, visible: string): void {
    const first = visible.charAt(0);
    const spaced = this.#space && !this.#lineStart;
    if (!spaced && this.#fragile !== undefined && WORD.test(first)) {
      this.#output[this.#fragile.opening] = '';
      this.#output[this.#fragile.closing] = '';
    }
    if (this.#breaks) this.#output.push(this.#lineBreak);
    else if (spaced) this.#output.push(' ');
    for (const opening of this.#openings) {
      if (opening.at === undefined) this.#open(opening, spaced ? '' : this.#lastCharacter, first);
    }
    this.#output.push(markdown);
    this.#space = false;
    this.#breaks = false;
    this.#lineStart = false;
    this.#fragile = undefined;
    this.#lastCharacter = visible.at(-1) ?? '';
  }

  #open(opening: Opening, before: string, after: string): void {
    // An exclamation mark in front of a link would make an image of it.
    if (opening.mark === LINK && before === '!') this.#output.push((this.#output.pop() ?? '').replace(/!$/, '\\!'));
    opening.at = this.#output.length;
    opening.broken = opening.mark !== LINK && WORD.test(before) && PUNCTUATION.test(after);
    this.#output.push(opening.broken ? '' : opening.mark);
  }
}
