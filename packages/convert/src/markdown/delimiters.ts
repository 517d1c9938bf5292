import { escapeText } from './escape.js';

/** A run of `*`, `_` or `~` in a text. Whether Markdown reads it as emphasis depends on the rest of its block. */
interface Delimiters {
  readonly run: string;
  /** Whether it would start a block where it stands. */
  readonly startsBlock: boolean;
}

/**
 * Parts of a block: Markdown as it is, runs of delimiters in text, addresses in text, and marks of emphasis that have been put
 * around text.
 */
export type InlinePart = string | Delimiters | { readonly address: string } | { readonly mark: string };

/** A bullet, a thematic break or a fence. */
const BLOCK_START = /^(?:\*(?=\s|$)|[*_](?:\s*[*_]){2,}\s*$|~{3,})/;

const RUNS = /(\*+|_+|~+)/;

/** A text in Markdown with its runs of delimiters apart. */
export function delimitersIn(markdown: string, isLineStart = false): InlinePart[] {
  const startsBlock = isLineStart && BLOCK_START.test(markdown);
  return markdown
    .split(RUNS)
    .map((part, index) => (index % 2 === 0 ? part : { run: part, startsBlock: startsBlock && index === 1 }))
    .filter((part) => part !== '');
}

/** An address without the punctuation after it, which GFM makes a link. */
export const ADDRESS = /((?<![a-z\d])https?:\/\/[^\s<>]*[^\s<>.,;:!?)'"\]*_~])/i;

/**
 * An address in a text. GFM reads no escapes in it, and CommonMark reads emphasis, so one with delimiters stands between
 * angle brackets, which both read as it is.
 */
function addressMarkdown(address: string, rest: string): string {
  const parts = delimitersIn(address);
  const texts = parts.map(textOf);
  const isPlain =
    !/[*_~\\`[&]/.test(rest) &&
    escapeText(address) === address &&
    parts.every((part, index) => {
      if (typeof part === 'string') return true;
      const { opens, closes } = flanking(texts, index);
      return !opens && !closes;
    });
  return isPlain ? address : `<${address}>`;
}

interface Place {
  readonly index: number;
  readonly run: string;
  readonly opens: boolean;
  readonly closes: boolean;
}

function textOf(part: InlinePart): string {
  if (typeof part === 'string') return part;
  if ('run' in part) return part.run;
  return 'mark' in part ? part.mark : part.address;
}

/** Joins the parts of one block, and escapes the delimiters that some parser of Markdown would pair. */
export function joinInline(parts: readonly InlinePart[]): string {
  const texts = parts.map(textOf);
  // Without runs and addresses there is nothing to decide.
  if (parts.every((part) => typeof part === 'string' || 'mark' in part)) return texts.join('');
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'object' && 'address' in part) {
      texts[index] = addressMarkdown(part.address, restOfWord(texts, index));
    }
  }
  const places = parts.flatMap((part, index): Place[] =>
    typeof part === 'string' || !('run' in part) ? [] : [{ index, run: part.run, ...flanking(texts, index) }],
  );
  const marks = new Set(
    parts.flatMap((part) => (typeof part === 'object' && 'mark' in part ? part.mark.charAt(0) : [])),
  );
  const escaped = new Set<number>();
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'object' && 'run' in part && part.startsBlock) escaped.add(index);
  }
  for (const kind of ['*', '_', '~', '~~']) {
    const runs = places.filter(({ run }) => (kind.startsWith('~') ? run === kind : run.startsWith(kind)));
    const firstOpening = runs.find(({ opens }) => opens)?.index ?? Number.POSITIVE_INFINITY;
    const lastClosing = runs.findLast(({ closes }) => closes)?.index ?? -1;
    const hasMarks = marks.has(kind.charAt(0));
    for (const { index, opens, closes } of runs) {
      if ((opens && (hasMarks || lastClosing > index)) || (closes && (hasMarks || firstOpening < index)))
        escaped.add(index);
    }
  }
  // A run beside a mark of the same character would become one run with it, and a backslash would escape it.
  for (const { index, run } of places) {
    const [before, after] = [lastCharacter(texts, index), firstCharacter(texts, index)];
    if (before === '\\' || before === run.charAt(0) || after === run.charAt(0)) escaped.add(index);
  }
  return texts.map((text, index) => (escaped.has(index) ? text.replace(/./g, '\\$&') : text)).join('');
}

/**
 * Whether a run can open and close emphasis by CommonMark. Before its version 0.31, symbols such as `€` were no punctuation:
 * a run counts if it could by either reading.
 */
function flanking(texts: readonly string[], index: number): Pick<Place, 'opens' | 'closes'> {
  const before = kindsOf(lastCharacter(texts, index));
  const after = kindsOf(firstCharacter(texts, index));
  const isUnderscore = texts[index]?.startsWith('_');
  let opens = false;
  let closes = false;
  for (const left of before) {
    for (const right of after) {
      const isLeft = right !== 'space' && (right === 'word' || left !== 'word');
      const isRight = left !== 'space' && (left === 'word' || right !== 'word');
      opens ||= isLeft && (!isUnderscore || !isRight || left === 'punctuation');
      closes ||= isRight && (!isUnderscore || !isLeft || right === 'punctuation');
    }
  }
  return { opens, closes };
}

type Kind = 'space' | 'word' | 'punctuation';

function kindsOf(character: string): readonly Kind[] {
  if (character === '' || /\s/.test(character)) return ['space'];
  if (/[!-/:-@[-`{-~]/.test(character)) return ['punctuation'];
  // Parsers that read UTF-16 take half of such a character for a letter.
  if (/\p{S}/u.test(character) || character.length > 1) return ['word', 'punctuation'];
  return /\p{P}/u.test(character) ? ['punctuation'] : ['word'];
}

function lastCharacter(texts: readonly string[], index: number): string {
  for (let at = index - 1; at >= 0; at--) {
    const text = texts[at] ?? '';
    if (text !== '') return Array.from(text.slice(-2)).at(-1) ?? '';
  }
  return '';
}

function firstCharacter(texts: readonly string[], index: number): string {
  for (let at = index + 1; at < texts.length; at++) {
    const text = texts[at] ?? '';
    if (text !== '') return Array.from(text.slice(0, 2))[0] ?? '';
  }
  return '';
}

/** What follows a part up to the next white space. */
function restOfWord(texts: readonly string[], index: number): string {
  let rest = '';
  for (let at = index + 1; at < texts.length && rest.length < MAX_WORD; at++) {
    const [word = ''] = /^\S*/.exec(texts[at] ?? '') ?? [];
    rest += word;
    if (word !== texts[at]) break;
  }
  return rest;
}

/** Longer ones are no words. */
const MAX_WORD = 1000;
