import { announcedFor } from './announced.js';
import { described } from './describe.js';
import type { Fact } from './fact.js';
import { RULES } from './rules/index.js';
import type { Judgement } from './rules/rule.js';
import type { Use } from './uses.js';

export type Judged = Judgement & { rule: string };

const DIRECTIONS: Record<string, string> = { request: 'In requests', response: 'In answers' };

/** What a difference does: to those whom it breaks, and to the others. What no rule minds breaks nothing. */
export function judge(fact: Fact, today = new Date()): Judged[] {
  for (const rule of RULES) {
    const judgement = rule.judge(fact);
    if (!judgement) continue;
    const day = announcedFor(fact, today);
    if (day !== undefined && judgement.level === 'breaking') {
      const message = `${judgement.message} That was announced for ${day}.`;
      return [{ rule: rule.name, level: 'additive', message }];
    }
    const { level, uses } = judgement;
    const others = level === 'breaking' && uses ? othersOf(fact, uses) : [];
    const judged = { rule: rule.name, ...judgement };
    return others.length === 0 ? [judged] : [judged, compatible(fact, judgement, others)];
  }
  return [{ rule: fact.kind, ...described(fact) }];
}

/** Who sends or reads it as well, and loses nothing. */
function othersOf(fact: Fact, broken: readonly Use[]): Use[] {
  return fact.uses.filter(
    (use) => !broken.includes(use) && (use.direction === 'request' || use.direction === 'response'),
  );
}

function compatible(fact: Fact, { message }: Judgement, uses: Use[]): Judged {
  const directions = new Set(uses.map(({ direction }) => direction));
  const [only = ''] = directions.size === 1 ? directions : [];
  const where = DIRECTIONS[only];
  return { rule: fact.kind, level: 'additive', uses, message: where ? `${where}: ${message}` : message };
}
