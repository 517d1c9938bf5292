import { fenced } from './fence.js';
import { countTokens } from './tokens.js';

/** What the lines around a list take, at most. */
const FRAME_TOKENS = 150;

/** A longer item is cut, and says so. At most this many characters have room in the smallest budget. */
const MAX_ITEM_LENGTH = 600;

/** As many of the items as fit, the first ones first, and how many those are. At least one is there. */
export function fittingItems(whole: readonly string[], maxTokens: number): { text: string; count: number } {
  const items = whole.map((item) => (item.length > MAX_ITEM_LENGTH ? `${item.slice(0, MAX_ITEM_LENGTH)} […]` : item));
  let used = FRAME_TOKENS;
  const over = items.findIndex((item, index) => {
    used += countTokens(item) + 1;
    return index > 0 && used > maxTokens;
  });
  const count = over === -1 ? items.length : over;
  return { text: fenced(items.slice(0, count).join('\n')), count };
}
