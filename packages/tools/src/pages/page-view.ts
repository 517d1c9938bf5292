import { ToolError } from '../tool.js';
import type { Block } from './blocks.js';
import { fenced } from './fence.js';
import type { PageStore, StoredPage } from './page-store.js';
import { countTokens } from './tokens.js';

/** What the lines around the text take, at most. */
const FRAME_TOKENS = 100;

/** How much of the budget the outline may have. */
const OUTLINE_SHARE = 0.2;

/**
 * A page for the model: whole if it fits, otherwise as many whole blocks as fit, with an outline and cursors for the rest.
 * No table and no code block is cut; one that is too long by itself is named, and read by its own cursor.
 *
 * @param from - The number of the first block.
 */
export function pageView(page: StoredPage, maxTokens: number, from = 0): string {
  const { blocks, title, url, id } = page;
  const head = `${title ? `${title}\n` : ''}${url}`;
  if (from === 0 && page.tokens + countTokens(head) + FRAME_TOKENS <= maxTokens) {
    return `${head}\n\n${fenced(joined(blocks))}`;
  }
  const outline = from === 0 ? outlineOf(page, maxTokens * OUTLINE_SHARE) : '';
  const room = maxTokens - countTokens(head) - countTokens(outline) - FRAME_TOKENS;
  const shown: Block[] = [];
  let used = 0;
  let next = from;
  for (; next < blocks.length; next++) {
    const block = fitting(blocks[next] as Block, room, `${id}:${next}`);
    // A result always goes on, even where a budget is smaller than a block.
    if (shown.length > 0 && used + block.tokens > room) break;
    used += block.tokens;
    shown.push(block);
  }
  const rest = blocks.slice(next).reduce((sum, block) => sum + block.tokens, 0);
  const size = `This page has about ${page.tokens} tokens.`;
  const goOn =
    rest > 0 ? ` About ${rest} are left: go on with read_more and the cursor ${id}:${next}.` : ' This is its end.';
  return [head, '', size + goOn, ...(outline ? ['', outline] : []), '', fenced(joined(shown))].join('\n');
}

/**
 * What a cursor leads to: the page from that block on, or the one block that was too long to be shown with the others.
 *
 * @throws ToolError when the cursor is not known, or no longer.
 */
export function viewAt(pages: PageStore, cursor: string, maxTokens: number): string {
  const [, id = '', index = ''] = /^(\d+):(\d+)$/.exec(cursor) ?? [];
  const page = pages.get(id);
  const block = page?.blocks[Number(index)];
  if (!page || !block)
    throw new ToolError(`There is no page with the cursor "${cursor}", or no longer: read it again with scrape.`);
  const isTooLong = block.tokens > maxTokens - FRAME_TOKENS;
  if (!isTooLong) return pageView(page, maxTokens, Number(index));
  const next = Number(index) + 1;
  const goOn = next < page.blocks.length ? ` Go on with the cursor ${id}:${next}.` : ' This is the end of the page.';
  return `${page.url}\n\nA ${block.kind} of about ${block.tokens} tokens, whole.${goOn}\n\n${fenced(block.text)}`;
}

/** The block, or what stands for it when it is too long for any result. */
function fitting(block: Block, room: number, cursor: string): Block {
  if (block.tokens <= room) return block;
  const about = `about ${block.tokens} tokens: read_more with the cursor ${cursor} reads it`;
  const what = block.kind === 'table' ? 'A table' : 'Code';
  const text = `[${what} of ${block.text.split('\n').length} lines, ${about} whole.]`;
  return { text, tokens: countTokens(text), kind: 'text' };
}

function outlineOf({ id, blocks }: StoredPage, room: number): string {
  const headings = blocks.flatMap(({ kind, level = 1, text }, index) =>
    kind === 'heading'
      ? [{ level, line: `${'  '.repeat(level - 1)}- ${text.replace(/^#+ /, '')} (${id}:${index})` }]
      : [],
  );
  // Deeper headings give way until the outline fits.
  for (let deepest = 6; deepest > 0; deepest--) {
    const lines = headings.filter(({ level }) => level <= deepest).map(({ line }) => line);
    const text = ['Headings, each with its cursor:', ...lines].join('\n');
    if (lines.length > 1 && countTokens(text) <= room) return fenced(text);
  }
  return '';
}

const joined = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join('\n\n');
