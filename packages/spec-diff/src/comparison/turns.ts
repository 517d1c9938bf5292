import type { Direction, Use } from '../uses.js';

const NO_TYPE_OF_ITS_OWN = ['not', 'if'];

/** How those who use a schema use what stands below one of its keywords; undefined where they do not. */
export function turned(keyword: string, use: Use): Use | undefined {
  if (!NO_TYPE_OF_ITS_OWN.includes(keyword)) return use;
  // Of what is forbidden, or a condition, types say nothing.
  if (use.direction === 'type') return undefined;
  if (keyword === 'if') return { ...use, sense: 0 };
  return { ...use, sense: use.sense === 0 ? 0 : use.sense === 1 ? -1 : 1 };
}

/** For those whose direction is covered, what differs below breaks nothing. */
export function covered(isTaken: () => boolean, isKnown: () => boolean): (use: Use) => Use {
  const answers: Partial<Record<Direction, boolean>> = {};
  return (use) => {
    if (use.isCovered || use.sense !== 1 || (use.direction !== 'request' && use.direction !== 'response')) return use;
    answers[use.direction] ??= use.direction === 'request' ? isTaken() : isKnown();
    return answers[use.direction] ? { ...use, isCovered: true } : use;
  };
}
