/** What is sent by callers, what comes back to them, a type that programs import, or none of these. */
export type Direction = 'request' | 'response' | 'type' | 'none';

/** One way in which an operation uses a place of the contract. */
export interface Use {
  /** `POST /orders`, or `webhook orderPaid`; empty where programs only import the type. */
  operation: string;
  direction: Direction;
  /**
   * Whether what the place allows is allowed (1) or forbidden (-1) by what it is part of; below `if` it depends on the
   * rest (0).
   */
  polarity: 1 | 0 | -1;
  /** Whether another member of the same union makes up for what the place loses or gains. */
  isCovered?: boolean;
  /** The directions in which operations reach a type that programs import; empty where none of them does. */
  reachedIn?: readonly Direction[];
}

const DIRECTIONS: readonly Direction[] = ['request', 'response', 'type', 'none'];

/** One bit for each way in which an operation can use a place. */
export function bitOf({ direction, polarity, isCovered = false }: Use): number {
  return 1 << (DIRECTIONS.indexOf(direction) * 6 + (polarity + 1) * 2 + Number(isCovered));
}

const ONLY_FOR_VALUES = ['not', 'if'];

/** How whoever uses a schema uses what stands below one of its keywords; undefined of those who do not. */
export function useBelow(keyword: string, use: Use): Use | undefined {
  if (!ONLY_FOR_VALUES.includes(keyword)) return use;
  // Types say nothing of what is forbidden, nor of a condition.
  if (use.direction === 'type') return undefined;
  if (keyword === 'if' || use.polarity === 0) return { ...use, polarity: 0 };
  return { ...use, polarity: use.polarity === 1 ? -1 : 1 };
}
