import { ToolError } from '../tool-error.js';
import { type Block, joinBlocks, MAX_TEXT_TOKENS, piecesOf } from './blocks.js';
import { fence } from './fence.js';
import type { PageStore, StoredPage } from './page-store.js';
import type { ResultBudget } from './result-budget.js';
import { joined, knownText, own, type ResultText, toolName } from './result-text.js';
import { countTokens } from './tokens.js';

/** How much of the room the outline may have. */
const OUTLINE_SHARE = 0.2;

/** What stands before and after the lines of a table or of code, if it is that short. */
const MAX_HEAD_TOKENS = MAX_TEXT_TOKENS / 2;

/**
 * A page for the model: whole if it fits, otherwise as many whole blocks as fit, with an outline and cursors for the rest.
 * A table or code that has no room in any result is named, and its cursor leads to its lines.
 *
 * @param room - How many tokens the text may have, without the lines around it.
 * @param start - The number of the first block.
 */
export function pageView(page: StoredPage, room: number, start = 0): ResultText {
  const { blocks, title, url, name } = page;
  const titleLine = title ? `Title: ${title}` : '';
  if (start === 0 && page.tokens + countTokens(title) <= room) {
    return fence([url, ...(titleLine ? [titleLine] : []), '', joinBlocks(blocks)].join('\n'));
  }
  const front = start === 0 ? frontOf(page, titleLine, room) : '';
  const visibleBlocks: Block[] = [];
  let usedTokens = countTokens(front);
  let next = start;
  for (; next < blocks.length; next++) {
    const block = fitting(blocks[next] as Block, room, `${name}:${next}`);
    usedTokens += block.tokens;
    // A result always advances.
    if (usedTokens > room && next > start) break;
    usedTokens += countTokens(block.gap);
    visibleBlocks.push(block);
  }
  const rest = blocks.slice(next).reduce((sum, block) => sum + block.tokens, 0);
  const size = own`This page has about ${page.tokens} tokens.`;
  const isShortened = visibleBlocks.some((block, index) => block !== blocks[start + index]);
  const end = isShortened ? own`This is its end, but for what has a cursor of its own below.` : own`This is its end.`;
  const cursor = knownText(`${name}:${next}`);
  const goOn =
    rest > 0 ? own`About ${rest} are left: go on with ${toolName('read_more')} and the cursor ${cursor}.` : end;
  const text = fence(`${url}\n\n${joinBlocks(visibleBlocks)}`);
  return joined([own`${size} ${goOn}`, ...(front ? [fence(front)] : []), text], '\n\n');
}

/**
 * What a cursor leads to: the page from that block on, or the lines of a block that is too long for any result.
 *
 * @throws ToolError when the cursor is not known, or no longer.
 */
export async function viewAt(
  pages: PageStore,
  cursor: string,
  budget: ResultBudget,
  signal: AbortSignal,
): Promise<ResultText> {
  const [, name = '', index = '', line] = /^([\w-]+):(\d+)(?::(\d+))?$/.exec(cursor) ?? [];
  const page = await pages.get(name, signal);
  const block = page?.blocks[Number(index)];
  if (!page || !block) {
    throw new ToolError(
      own`cursor "${knownText(cursor)}" leads to no page, or no longer: read the page again with ${toolName('scrape')}.`,
    );
  }
  return budget.fill((room) =>
    line !== undefined || block.tokens > room
      ? linesView(page, Number(index), Number(line ?? 0), room)
      : pageView(page, room, Number(index)),
  );
}

/** Lines of a table or of code, with the lines that every part of it needs: the head of the table, the marks of the code. */
function linesView(page: StoredPage, index: number, start: number, room: number): ResultText {
  const { kind } = page.blocks[index] as Block;
  const { head, lines, foot } = linesOf(page.blocks[index] as Block);
  // Cursors count pieces, so these do not depend on the room.
  const pieces = lines.flatMap((line) =>
    countTokens(line) > MAX_TEXT_TOKENS ? piecesOf(line).map((piece) => piece.trimEnd()) : [line],
  );
  let usedTokens = countTokens([...head, ...foot].join('\n'));
  let next = start;
  while (next < pieces.length) {
    usedTokens += countTokens(pieces[next] as string) + 1;
    if (next > start && usedTokens > room) break;
    next++;
  }
  if (next === start)
    throw new ToolError(own`cursor "${knownText(page.name)}:${index}:${start}" is after the last line.`);
  const whole = kind === 'table' ? own`a table` : own`code`;
  const what = own`Lines ${start + 1} to ${next} of ${pieces.length} of ${whole}.`;
  const rest = next < pieces.length ? `${page.name}:${index}:${next}` : `${page.name}:${index + 1}`;
  const isEnd = next === pieces.length && index + 1 === page.blocks.length;
  const goOn = isEnd
    ? own`This is the end of the page.`
    : own`Go on with ${toolName('read_more')} and the cursor ${knownText(rest)}.`;
  const part = [...head, ...pieces.slice(start, next), ...foot];
  return own`${what} ${goOn}\n\n${fence([page.url, '', ...part].join('\n'))}`;
}

function linesOf({ kind, text }: Block): {
  head: readonly string[];
  lines: readonly string[];
  foot: readonly string[];
} {
  const lines = text.split('\n');
  const head = lines.splice(0, kind === 'table' ? 2 : 1);
  const foot = kind === 'code' && /^ {0,3}[`~]{3,}\s*$/.test(lines.at(-1) ?? '') ? lines.splice(-1) : [];
  const isShort = countTokens([...head, ...foot].join('\n')) <= MAX_HEAD_TOKENS;
  return isShort ? { head, lines, foot } : { head: [], lines: [...head, ...lines, ...foot], foot: [] };
}

/** The block, or what stands for it when it is too long for any result. */
function fitting(block: Block, room: number, cursor: string): Block {
  if (block.tokens <= room) return block;
  const what = block.kind === 'table' ? 'A table' : 'Code';
  const size = `${block.text.split('\n').length} lines and about ${block.tokens} tokens`;
  const text = `[${what} of ${size} stands here. The cursor of its lines is ${cursor}]`;
  return { text, tokens: countTokens(text), gap: block.gap, kind: 'text' };
}

/** The title and the outline, if the first block has room beside them. */
function frontOf(page: StoredPage, titleLine: string, room: number): string {
  const front = [titleLine, outlineOf(page, room * OUTLINE_SHARE)].filter(Boolean).join('\n\n');
  const firstBlock = fitting(page.blocks[0] as Block, room, `${page.name}:0`);
  return countTokens(front) + firstBlock.tokens <= room ? front : '';
}

function outlineOf({ name, blocks }: StoredPage, room: number): string {
  const headings = blocks.flatMap(({ kind, level = 1, text }, index) =>
    kind === 'heading' ? [{ level, line: `${'  '.repeat(level - 1)}- ${text.replace(/^#+ /, '')} (${index})` }] : [],
  );
  // Deeper headings give way until the outline fits.
  for (let deepest = 6; deepest > 0; deepest--) {
    const lines = headings.filter(({ level }) => level <= deepest).map(({ line }) => line);
    const text = [`Headings. The cursor of each is ${name}: and its number.`, ...lines].join('\n');
    if (lines.length > 1 && countTokens(text) <= room) return text;
  }
  return '';
}
