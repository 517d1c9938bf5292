import type { Text } from './text.js';

/** What is sent by callers, what comes back to them, a type that programs import, or none of these. */
export type Direction = 'request' | 'response' | 'type' | 'none';

/** One way in which operations use a place of the contract. */
export interface Use {
  /**
   * The names of the operations, such as `POST /orders` or `webhook orderPaid`. There are none if programs import the
   * type of a component.
   */
  operations: readonly string[];
  direction: Direction;
  /**
   * Whether what the place allows is allowed (1) or forbidden (-1) by what it is part of; below `if` it depends on the
   * rest (0).
   */
  polarity: 1 | 0 | -1;
  /** Whether another member of the same union makes up for what the place loses or gains. */
  isCovered?: boolean;
  /** In a request: the names of the members that accept what the place no longer accepts. */
  coveredBy?: Text;
  /** In a request: whether the place is in a parameter. */
  isInParameter?: boolean;
  /** Whether the place is in a parameter or a header, and written as a text whatever its type is. */
  isText?: boolean;
  /** Whether the place is in a body of XML. */
  isXml?: boolean;
  /** In a request: whether the place is always sent, so that its default has no effect. */
  isAlwaysSent?: boolean;
  /** For a type: whether the field never travels in the direction of the operation that has the type. */
  isOtherWay?: boolean;
  /** For a type: the directions in which its values travel. The list is empty if no operation has the type. */
  reachedIn?: readonly Direction[];
}

/** What tells one way to use a place from the others. */
export function wayOf(use: Use): string {
  const { direction, polarity, isCovered, isInParameter, isText, isXml, isAlwaysSent, reachedIn } = use;
  return [
    direction,
    polarity,
    isCovered ? 'covered' : '',
    isInParameter ? 'parameter' : '',
    isText ? 'text' : '',
    isXml ? 'xml' : '',
    isAlwaysSent ? 'always' : '',
    reachedIn ?? '',
  ].join();
}

/** How a request uses a part of what it sends that it may leave out, or not. */
export function sentUse(use: Use, isAlwaysSent: boolean): Use {
  return use.direction === 'request' ? { ...use, isAlwaysSent } : use;
}

/**
 * How a field is used that travels in one direction only. The types of a client have it in both, so that an operation of
 * the other direction still shows it in its type.
 */
export function useOneWay(use: Use, direction: 'request' | 'response'): Use {
  const isOpposite = use.direction !== direction && (use.direction === 'request' || use.direction === 'response');
  return isOpposite ? { ...use, direction: 'type', reachedIn: [direction], isOtherWay: true } : use;
}

const ONLY_FOR_VALUES = ['not', 'if'];

/** What is said of the same value as the schema that it stands in. */
const OF_SAME_VALUE = ['then', 'else', 'dependentSchemas'];

/** How whoever uses a schema uses what stands below one of its keywords; undefined of those who do not. */
export function useBelow(keyword: string, use: Use): Use | undefined {
  if (OF_SAME_VALUE.includes(keyword)) return use;
  // Nothing is put in the place of an item that is not there.
  if (!ONLY_FOR_VALUES.includes(keyword)) return sentUse(use, true);
  // Types say nothing of what is forbidden, nor of a condition.
  if (use.direction === 'type') return undefined;
  if (keyword === 'if' || use.polarity === 0) return { ...use, polarity: 0 };
  return { ...use, polarity: use.polarity === 1 ? -1 : 1 };
}
