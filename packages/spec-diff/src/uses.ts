/** What is sent by callers, what comes back to them, a type that programs import, or none of these. */
export type Direction = 'request' | 'response' | 'type' | 'none';

/** One way in which an operation uses a place of the contract. */
export interface Use {
  /** `POST /v2/search`, or `webhook crawlStarted`; empty where programs only import the type. */
  operation: string;
  direction: Direction;
  /**
   * Whether what the place allows is allowed (1) or forbidden (-1) by what it is part of; below `if` it depends on the
   * rest (0).
   */
  sense: 1 | 0 | -1;
  /** Whether another alternative beside the place makes up for what it loses or gains. */
  isCovered?: boolean;
}

const DIRECTIONS: readonly Direction[] = ['request', 'response', 'type', 'none'];

/** One bit for each way in which an operation can use a place. */
export function kindOf({ direction, sense, isCovered = false }: Use): number {
  return 1 << (DIRECTIONS.indexOf(direction) * 6 + (sense + 1) * 2 + Number(isCovered));
}
