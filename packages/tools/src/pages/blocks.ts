import { countTokens } from './tokens.js';

/** A part of a page that stays whole: a heading, a paragraph, a list item with what is below it, a table, code. */
export interface Block {
  readonly text: string;
  readonly tokens: number;
  /** The level of a heading, from 1. */
  readonly level?: number;
  readonly kind: 'heading' | 'text' | 'table' | 'code';
}

/** A longer paragraph is several blocks, so that every result has room for one. */
const MAX_TEXT_TOKENS = 150;

/** The blocks of a Markdown text. Joined with empty lines between them, they are the text again. */
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
  if (marks && tokens <= MAX_TEXT_TOKENS) return [{ text, tokens, kind: 'heading', level: marks.length }];
  if (/^ {0,3}(?:`{3,}|~{3,})/.test(text)) return [{ text, tokens, kind: 'code' }];
  if (isTableRow(text.split('\n')[0])) return [{ text, tokens, kind: 'table' }];
  if (tokens <= MAX_TEXT_TOKENS) return [{ text, tokens, kind: 'text' }];
  return piecesOf(text).map((part) => ({ text: part, tokens: countTokens(part), kind: 'text' as const }));
}

/** A long text in parts that end after a line, a sentence or a word, whichever comes first from the end. */
export function piecesOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const [sentence] of text.matchAll(/[^\n]+?(?:[.!?](?=\s|$)|[。！？]|\n|$)\s*|\s+/g)) {
    const words = countTokens(sentence) > MAX_TEXT_TOKENS ? sentence.matchAll(/\s*\S{1,200}\s*/g) : [[sentence]];
    for (const [word = ''] of words) {
      const tokens = countTokens(word);
      if (part !== '' && used + tokens > MAX_TEXT_TOKENS) {
        parts.push(part.trimEnd());
        part = '';
        used = 0;
      }
      part += word;
      used += tokens;
    }
  }
  return part.trim() === '' ? parts : [...parts, part.trimEnd()];
}
