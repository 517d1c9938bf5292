import { ToolError } from '../tool-error.js';
import { type Block, joinBlocks, piecesOf } from './blocks.js';
import { fence } from './fence.js';
import type { PageStore, StoredPage } from './page-store.js';
import { joined, knownText, own, type ResultText, toolName } from './result-text.js';
import { countTokens } from './tokens.js';

/** The maximum number of tokens of the lines around the text. */
const FRAME_TOKENS = 165;

/** The maximum number of tokens of the two lines that fence a text from the web. */
const FENCE_TOKENS = 75;

/** The minimum number of tokens for the text, however long the URL is. */
const LEAST_ROOM = 200;

/** How much of the budget the outline may have. */
const OUTLINE_SHARE = 0.2;

/**
 * A page for the model: whole if it fits, otherwise as many whole blocks as fit, with an outline and cursors for the rest.
 * A table or code that has no room in any result is named, and its cursor leads to its lines.
 *
 * @param start - The number of the first block.
 */
export function pageView(page: StoredPage, maxTokens: number, start = 0): ResultText {
  const { blocks, title, url, name } = page;
  const titleLine = title ? `Title: ${title}` : '';
  const fullRoom = roomOf(page, maxTokens);
  if (start === 0 && page.tokens + countTokens(title) <= fullRoom) {
    return fence([url, ...(titleLine ? [titleLine] : []), '', joinBlocks(blocks)].join('\n'));
  }
  // The first block has to have room beside the outline: a result always advances.
  const hasOutline = start === 0 && fitting(blocks[0] as Block, fullRoom, `${name}:0`).tokens <= fullRoom / 2;
  const outline = hasOutline ? outlineOf(page, maxTokens * OUTLINE_SHARE) : '';
  const front = hasOutline ? [titleLine, outline].filter(Boolean).join('\n\n') : '';
  const room = fullRoom - (front ? countTokens(front) + FENCE_TOKENS : 0);
  const visibleBlocks: Block[] = [];
  let usedTokens = 0;
  let next = start;
  for (; next < blocks.length; next++) {
    const block = fitting(blocks[next] as Block, fullRoom, `${name}:${next}`);
    if (usedTokens + block.tokens > room) break;
    usedTokens += block.tokens;
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
  maxTokens: number,
  signal: AbortSignal,
): Promise<ResultText> {
  const [, name = '', index = '', line = '0'] = /^([\w-]+):(\d+)(?::(\d+))?$/.exec(cursor) ?? [];
  const page = await pages.get(name, signal);
  const block = page?.blocks[Number(index)];
  if (!page || !block) {
    throw new ToolError(
      own`cursor "${knownText(cursor)}" leads to no page, or no longer: read the page again with ${toolName('scrape')}.`,
    );
  }
  return block.tokens > roomOf(page, maxTokens)
    ? linesView(page, Number(index), Number(line), maxTokens)
    : pageView(page, maxTokens, Number(index));
}

/** Lines of a table or of code, with the lines that every part of it needs: the head of the table, the marks of the code. */
function linesView(page: StoredPage, index: number, start: number, maxTokens: number): ResultText {
  const { kind, text } = page.blocks[index] as Block;
  const lines = text.split('\n');
  const head = lines.splice(0, kind === 'table' ? 2 : 1);
  const foot = kind === 'code' && /^ {0,3}[`~]{3,}\s*$/.test(lines.at(-1) ?? '') ? lines.splice(-1) : [];
  const room = Math.max(roomOf(page, maxTokens) - countTokens([...head, ...foot].join('\n')), LEAST_ROOM);
  const pieces = lines.flatMap((line) =>
    countTokens(line) > room ? piecesOf(line).map((piece) => piece.trimEnd()) : [line],
  );
  let usedTokens = 0;
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

const roomOf = ({ url }: StoredPage, maxTokens: number): number =>
  Math.max(maxTokens - countTokens(url) - FRAME_TOKENS, LEAST_ROOM);

/** The block, or what stands for it when it is too long for any result. */
function fitting(block: Block, room: number, cursor: string): Block {
  if (block.tokens <= room) return block;
  const what = block.kind === 'table' ? 'A table' : 'Code';
  const size = `${block.text.split('\n').length} lines and about ${block.tokens} tokens`;
  const text = `[${what} of ${size} stands here. The cursor of its lines is ${cursor}]`;
  return { text, tokens: countTokens(text), gap: block.gap, kind: 'text' };
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
