import { clipped } from './clipped.js';
import { fence } from './fence.js';
import type { ResultText } from './result-text.js';
import { countTokens } from './tokens.js';

/** The maximum number of tokens of the lines around a list. */
const FRAME_TOKENS = 150;

const MAX_ITEM_TOKENS = 250;

/** As many of the items as fit, the first ones first, and how many those are. At least one is there. A long one is cut. */
export function fittingItems(whole: readonly string[], maxTokens: number): { text: ResultText; count: number } {
  const items = whole.map((item) => clipped(item, MAX_ITEM_TOKENS));
  let usedTokens = FRAME_TOKENS;
  const firstBeyond = items.findIndex((item, index) => {
    usedTokens += countTokens(item) + 1;
    return index > 0 && usedTokens > maxTokens;
  });
  const count = firstBeyond === -1 ? items.length : firstBeyond;
  return { text: fence(items.slice(0, count).join('\n')), count };
}
