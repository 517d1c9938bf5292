import { clipped } from './clipped.js';
import { fence } from './fence.js';
import type { ResultText } from './result-text.js';
import { countTokens } from './tokens.js';

const MAX_ITEM_TOKENS = 250;

/** As many of the items as have room, the first ones first, and how many those are. At least one is there. A long one is cut. */
export function fittingItems(whole: readonly string[], room: number): { text: ResultText; count: number } {
  const items = whole.map((item) => clipped(item, Math.min(MAX_ITEM_TOKENS, room)));
  let usedTokens = 0;
  const firstBeyond = items.findIndex((item, index) => {
    usedTokens += countTokens(item) + 1;
    return index > 0 && usedTokens > room;
  });
  const count = firstBeyond === -1 ? items.length : firstBeyond;
  return { text: fence(items.slice(0, count).join('\n')), count };
}
