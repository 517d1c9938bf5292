import type { Fact } from '../fact.js';
import type { Use } from '../uses.js';

/**
 * breaking: somebody's program stops working. additive: there is more, and nothing less. docs: only words changed.
 * equivalent: it is written in another way, and means the same.
 */
export type Level = 'breaking' | 'additive' | 'docs' | 'equivalent';

export interface Judgement {
  level: Level;
  /** One sentence: what is different now. */
  message: string;
  /** Whom it touches, if not all who use the place. */
  uses?: Use[];
}

/** Of a difference that is the other half of one that is judged on its own. */
export const SAID_ELSEWHERE = 'said elsewhere';

/** What we know better than Redocly about one kind of difference. */
export interface Rule {
  name: string;
  /** What to do instead of what breaks. */
  advice: string;
  /** Undefined of a difference that is none of its business. */
  judge(fact: Fact): Judgement | typeof SAID_ELSEWHERE | undefined;
}
