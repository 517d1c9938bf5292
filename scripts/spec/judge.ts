import { described } from './describe.js';
import type { Fact } from './fact.js';
import { RULES } from './rules/index.js';
import { type Judgement, SAID_ELSEWHERE } from './rules/rule.js';
import { brokenBy, strengthOf } from './strength.js';

/** What a difference is: by our own rules first, then by Redocly's; what neither minds breaks nothing. */
export function judge(fact: Fact): (Judgement & { rule: string }) | undefined {
  for (const rule of RULES) {
    const judgement = rule.judge(fact);
    if (judgement === SAID_ELSEWHERE) return undefined;
    if (judgement) return { rule: rule.name, ...judgement };
  }
  const [verdict] = fact.verdicts;
  if (!verdict) return { rule: fact.kind, ...described(fact) };
  const message = fact.verdicts.map((each) => each.message).join(' ');
  const broken = brokenBy(strengthOf(fact), fact.uses);
  return { rule: verdict.rule, level: 'breaking', message, ...(broken.length > 0 && { uses: broken }) };
}
