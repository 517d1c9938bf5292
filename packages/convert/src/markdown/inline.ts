import { isSpacedOnce } from '../html/white-space.js';
import { ADDRESS, delimitersIn, type InlinePart, joinInline } from './delimiters.js';
import { codeSpan, escapeBrackets, escapeLineStart, escapeText } from './escape.js';
import { splitAtTex } from './raw-tex.js';

export interface InlineOptions {
  /** The line break to write. A heading or a cell has one line only and needs another one. */
  readonly lineBreak?: string;
}

interface Opening {
  readonly mark: string;
  /** Its index in the output; undefined until visible text follows it. */
  at: number | undefined;
  /** Whether Markdown would not recognize the mark in this position. The mark is then omitted. */
  broken: boolean;
}

const LINK = '[';
const LINE_BREAK = '  \n';

/** Characters of which every one that Markdown would read as markup is one, but for those at the start of a line. */
const MAY_BE_MARKUP = /[\\`*_~[\]<>&$]|:\/\//;

function withSingleSpaces(text: string): string {
  return isSpacedOnce(text) ? text : text.replace(/[\u200b\u00ad\ufeff]/g, '').replace(/\s+/g, ' ');
}

/** A text alone in its block as Markdown; undefined where it may hold markup. */
export function plainMarkdown(text: string, { lineBreak = LINE_BREAK }: InlineOptions = {}): string | undefined {
  const words = withSingleSpaces(text).trim();
  if (MAY_BE_MARKUP.test(words)) return undefined;
  return lineBreak.endsWith('\n') ? escapeLineStart(words) : words;
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const WORD = /[^\s\p{P}\p{S}]/u;

/**
 * Writes the text, emphasis, code and links of one block. White space collapses as in a browser and moves out of
 * emphasis and links, where Markdown does not allow it. Empty marks, and marks that Markdown would not recognize, are
 * left out.
 */
export class InlineText {
  readonly #output: InlinePart[] = [];
  readonly #openings: Opening[] = [];
  readonly #lineBreak: string;
  #space = false;
  #breaks = 0;
  #lineStart = true;
  #lastCharacter = '';
  #links = 0;
  /** The emphasis just closed after punctuation. If a word follows directly, Markdown does not recognize its end. */
  #fragile: { opening: number; closing: number } | undefined;
  /** The emphasis that ends with the output. */
  #closed: { mark: string; opening: number; closing: number } | undefined;

  constructor({ lineBreak = LINE_BREAK }: InlineOptions = {}) {
    this.#lineBreak = lineBreak;
  }

  text(text: string): void {
    const plainWords = withSingleSpaces(text);
    if (plainWords.startsWith(' ')) this.#space = true;
    const words = plainWords.trim();
    if (words === '') return;
    this.#show(this.#escapedText(words), words);
    this.#space = plainWords.endsWith(' ');
  }

  #escapedText(words: string): InlinePart[] {
    // A heading and a cell cannot contain the start of a block.
    const isLineStart = this.#lineStart && this.#lineBreak.endsWith('\n');
    if (!MAY_BE_MARKUP.test(words)) return [isLineStart && this.#links === 0 ? escapeLineStart(words) : words];
    if (this.#links > 0) return delimitersIn(escapeBrackets(escapeText(words)));
    return splitAtTex(words).flatMap((part, index) =>
      index % 2 === 1 ? [part] : escapedParts(part, isLineStart && index === 0),
    );
  }

  code(code: string): void {
    if (code !== '') this.markdown(codeSpan(code));
  }

  /** Adds Markdown without escaping, such as an image. */
  markdown(markdown: string): void {
    this.#show([markdown], markdown);
  }

  /** A line break, written only when something follows it. */
  lineBreak(): void {
    if (this.#lineStart) return;
    this.#breaks = 1;
    this.#space = false;
    this.#lineStart = true;
    this.#lastCharacter = '';
    this.#fragile = undefined;
  }

  /** The line break of a `<br>`. Two of them are how pages without `<p>` separate paragraphs. */
  hardBreak(): void {
    if (this.#lineStart) this.#breaks += Math.sign(this.#breaks);
    else this.lineBreak();
  }

  /** A space, unless one was just added. */
  space(): void {
    this.#space = true;
  }

  /** Puts emphasis around the output of `write`. */
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
    this.#closed = { mark, opening: opening.at, closing: this.#output.length };
    this.#output.push({ mark });
  }

  /** Puts a link around the output of `write`, or adds nothing if that is empty. */
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
    return joinInline(this.#output);
  }

  #show(parts: readonly InlinePart[], visible: string): void {
    const first = visible.charAt(0);
    const spaced = this.#space && !this.#lineStart;
    const next = this.#openings.find(({ at }) => at === undefined);
    if (!spaced && this.#fragile !== undefined && WORD.test(first) && next?.mark !== LINK && !this.#goesOn(next)) {
      this.#output[this.#fragile.opening] = '';
      this.#output[this.#fragile.closing] = '';
    }
    if (this.#breaks > 1 && this.#links === 0 && this.#lineBreak.endsWith('\n')) this.#startParagraph();
    else if (this.#breaks > 0) this.#output.push(this.#lineBreak);
    else if (spaced) this.#output.push(' ');
    for (const opening of this.#openings) {
      if (opening.at === undefined) this.#open(opening, spaced ? '' : this.#lastCharacter, first);
    }
    this.#output.push(...parts);
    this.#space = false;
    this.#breaks = 0;
    this.#lineStart = false;
    this.#fragile = undefined;
    this.#lastCharacter = visible.at(-1) ?? '';
  }

  /**
   * Ends the paragraph. Emphasis cannot span paragraphs in Markdown, so it ends with this one and starts again in the
   * next.
   */
  #startParagraph(): void {
    for (const opening of this.#openings.toReversed()) {
      if (opening.at === undefined) continue;
      if (!opening.broken) this.#output.push({ mark: opening.mark });
      opening.at = undefined;
    }
    this.#output.push('\n\n');
  }

  #open(opening: Opening, before: string, after: string): void {
    // An exclamation mark in front of a link would turn it into an image.
    if (opening.mark === LINK && before === '!') this.#escapeExclamation();
    if (this.#closed !== undefined && this.#goesOn(opening)) {
      this.#output.pop();
      opening.at = this.#closed.opening;
      return;
    }
    opening.at = this.#output.length;
    opening.broken = opening.mark !== LINK && WORD.test(before) && PUNCTUATION.test(after);
    if (opening.broken) this.#output.push('');
    else this.#output.push(opening.mark === LINK ? LINK : { mark: opening.mark });
  }

  /** Whether the same emphasis has just ended: two marks beside each other would be one longer mark. */
  #goesOn(opening: Opening | undefined): boolean {
    return this.#closed?.mark === opening?.mark && this.#closed?.closing === this.#output.length - 1;
  }

  #escapeExclamation(): void {
    const last = this.#output.pop();
    if (last !== undefined) this.#output.push(typeof last === 'string' ? last.replace(/!$/, '\\!') : last);
  }
}

function escapedParts(text: string, isLineStart: boolean): InlinePart[] {
  return text.split(ADDRESS).flatMap((part, index) => {
    if (index % 2 === 1) return [{ address: part }];
    const isFirst = isLineStart && index === 0;
    const markdown = escapeText(part);
    return delimitersIn(isFirst ? escapeLineStart(markdown) : markdown, isFirst);
  });
}
