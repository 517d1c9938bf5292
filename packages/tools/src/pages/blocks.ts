import { headOf } from './clipped.js';
import { countTokens } from './tokens.js';

/** A part of a page that stays whole: a heading, a paragraph, a list item with what is below it, a table, code. */
export interface Block {
  readonly text: string;
  readonly tokens: number;
  /** What is between this block and the next one. */
  readonly gap: string;
  /** The level of a heading, from 1. */
  readonly level?: number;
  readonly kind: 'heading' | 'text' | 'table' | 'code';
}

/** A longer text is several blocks, so that every result has room for one. */
export const MAX_TEXT_TOKENS = 120;

const EMPTY_LINE = '\n\n';

/** The blocks of a Markdown text. Joined by `joinBlocks`, they are the text again. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: string | undefined;

  const end = (): void => {
    const text = lines.join('\n').replace(/^\n+|\s+$/g, '');
    lines = [];
    if (text !== '') blocks.push(...blocksOfPart(text));
  };

  for (const line of markdown.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined && line.trim() !== '') {
      const isNew =
        lines.at(-1)?.trim() === '' ||
        mark !== undefined ||
        isHeading(line) ||
        isHeading(lines.at(-1) ?? '') ||
        isTableRow(line) !== isTableRow(lines.at(-1));
      // An indented line belongs to the item of a list before it.
      if (isNew && !/^\s{2,}\S/.test(line)) end();
    }
    lines.push(line);
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) {
      fence = undefined;
      end();
    }
  }
  end();
  return blocks;
}

const isHeading = (line: string): boolean => /^#{1,6} /.test(line);
const isTableRow = (line: string | undefined): boolean => line !== undefined && /^\s*\|.*\|\s*$/.test(line);

function blocksOfPart(text: string): Block[] {
  const tokens = countTokens(text);
  const [, marks] = /^(#{1,6}) /.exec(text) ?? [];
  const block = { text, tokens, gap: EMPTY_LINE };
  if (marks && tokens <= MAX_TEXT_TOKENS) return [{ ...block, kind: 'heading', level: marks.length }];
  if (/^ {0,3}(?:`{3,}|~{3,})/.test(text)) return [{ ...block, kind: 'code' }];
  if (isTableRow(text.split('\n')[0])) return [{ ...block, kind: 'table' }];
  if (tokens <= MAX_TEXT_TOKENS) return [{ ...block, kind: 'text' }];
  return piecesOf(text).map((piece, index, { length }) => {
    const text = piece.trimEnd();
    const gap = index === length - 1 ? EMPTY_LINE : piece.slice(text.length);
    return { text, tokens: countTokens(text), gap, kind: 'text' };
  });
}

/** The text of blocks that follow each other. */
export const joinBlocks = (blocks: readonly Block[]): string =>
  blocks.map(({ text, gap }, index) => (index === blocks.length - 1 ? text : text + gap)).join('');

/** A link of a usual length, which stays whole. */
const LINK = String.raw`!?\[[^\[\]\n]{0,200}\]\([^()\s]{0,300}\)`;
const SENTENCES = new RegExp(String.raw`(?:${LINK}|[^\n])+?(?:[.!?](?=\s|$)|[。！？]|\n|$)\s*|\s+`, 'g');
const WORDS = new RegExp(String.raw`\s*(?:${LINK}|\S+?(?=!?\[|\s|$))\s*`, 'g');

/** A long text in parts that end after a line, a sentence or a word, whichever comes first from the end. A longer word is cut. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let usedTokens = 0;
  for (const [sentence] of text.matchAll(SENTENCES)) {
    const words = countTokens(sentence) > MAX_TEXT_TOKENS ? wordsOf(sentence) : [sentence];
    for (const word of words) {
      const tokens = countTokens(word);
      if (piece !== '' && usedTokens + tokens > MAX_TEXT_TOKENS) {
        pieces.push(piece);
        piece = '';
        usedTokens = 0;
      }
      piece += word;
      usedTokens += tokens;
    }
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** The words of a text with the blanks around them, each of which has room in a part. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORDS)) {
    for (let rest = word; rest !== ''; rest = rest.slice(words.at(-1)?.length))
      words.push(headOf(rest, MAX_TEXT_TOKENS));
  }
  return words;
}
