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
  /** Whom it touches, if not all who use the place. For the others it breaks nothing. */
  uses?: Use[];
}

/** What one kind of difference does to those who use it. */
export interface Rule {
  name: string;
  /** What to do instead of what breaks. */
  advice: string;
  /** Undefined of a difference that is none of its business. */
  judge(fact: Fact): Judgement | undefined;
}
