import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Acceptance, isAtStake, withAcceptances } from './acceptance.js';
import { SpecProblem } from './problem.js';
import { AUDIENCES, type Audience } from './report/impact.js';
import { type Change, type Report, reportOf } from './report/report.js';
import { isChangeId, RULES } from './rules/index.js';
import type { Level } from './rules/rule.js';
import { WITHOUT_RULE } from './rules/without-rule.js';
import type { ComparisonSettings } from './settings.js';

/** What a team has agreed on. */
export interface Policy {
  /** The levels that it gives to what a rule finds, or to one kind of change, where that is at stake. */
  rules: Record<string, 'breaking' | 'warning' | 'additive' | 'docs'>;
  /** Changes that ask for no release, up to and on a day (`2030-12-31`). */
  accepted: Acceptance[];
  /** Whom it asks about; both, unless it says so. */
  audience?: Audience | 'both' | undefined;
  /** The level from which a comparison fails. */
  failOn?: FailOn | undefined;
  /** Whether `info.version` has to fit the verdict. */
  checkVersion?: boolean | undefined;
  /** What the comparison itself has to know. */
  settings: ComparisonSettings;
}

export const FAIL_ON = ['breaking', 'warning', 'none'] as const;

export type FailOn = (typeof FAIL_ON)[number];

const date = z.iso.date('has to be a date such as 2030-12-31');

const RULE_NAMES = new Set([...Object.keys(WITHOUT_RULE), ...RULES.map(({ name }) => name)]);

const UNKNOWN_RULE =
  'there is no such rule; a report names the rule of each change, and `spec-diff rules` all rules and ids';

const LEVEL_NAMES = ['breaking', 'warning', 'additive', 'docs'] as const;

const MEANINGS = ['annotation', 'information', 'default', 'guarantee', 'promised-amount'] as const;

/** The name of a rule, or the id of one kind of change that it judges. */
function isKnown(name: string): boolean {
  return RULE_NAMES.has(name) || isChangeId(name);
}

const ruleName = z.string().refine(isKnown, UNKNOWN_RULE);

const levels = z
  .record(z.string(), z.enum(LEVEL_NAMES, `has to be one of ${LEVEL_NAMES.join(', ')}`))
  .superRefine((rules, context) => {
    for (const name of Object.keys(rules)) {
      if (!isKnown(name)) context.addIssue({ code: 'custom', message: UNKNOWN_RULE, path: [name] });
    }
  });

const acceptance = z.strictObject({
  rule: ruleName,
  operation: z.string().optional(),
  about: z.string().optional(),
  reason: z
    .string('is missing: say in a sentence why the change is accepted')
    .min(1, 'has to say why the change is accepted'),
  until: date,
});

const policySchema = z
  .strictObject({
    rules: levels.default({}),
    accepted: z.array(acceptance).default([]),
    audience: z.enum([...AUDIENCES, 'both']).optional(),
    'fail-on': z.enum(FAIL_ON).optional(),
    'check-version': z.boolean().optional(),
    extensions: z.record(z.string().startsWith('x-', 'has to begin with `x-`'), z.enum(MEANINGS)).optional(),
    sunset: z.strictObject({ extension: z.string().optional(), 'notice-days': z.int().min(0).optional() }).optional(),
    stability: z
      .strictObject({
        extension: z.string().optional(),
        levels: z.array(z.string()).optional(),
        unstable: z.array(z.string()).optional(),
      })
      .optional(),
  })
  .transform(({ rules, accepted, audience, extensions, sunset, stability, ...rest }): Policy => {
    const { 'notice-days': noticeDays, extension } = sunset ?? {};
    return {
      rules,
      accepted,
      audience,
      failOn: rest['fail-on'],
      checkVersion: rest['check-version'],
      settings: {
        ...(extensions && { extensions }),
        sunset: { ...(extension !== undefined && { extension }), ...(noticeDays !== undefined && { noticeDays }) },
        stability: Object.fromEntries(Object.entries(stability ?? {}).filter(([, value]) => value !== undefined)),
      },
    };
  });

/** Reads what a team says: which rules weigh more or less for it, and what it has accepted. */
export function readPolicy(path: string): Policy {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SpecProblem(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
  return parsePolicy(text, path);
}

/** Parses the text so that dates stay text, because the YAML parser would turn them into another type. */
export function parsePolicy(text: string, name: string): Policy {
  let content: unknown;
  try {
    content = parse(text) ?? {};
  } catch (cause) {
    throw new SpecProblem(`${name}: this is not YAML: ${(cause as Error).message.split('\n')[0]}`, { cause });
  }
  const parsed = policySchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SpecProblem(`${name}: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not as expected'}.`);
}

/** The report with the levels of a team, and without asking for a release for what it has accepted. */
export function withPolicy(report: Report, policy: Policy | undefined, today = new Date()): Report {
  if (!policy) return report;
  const changes = report.changes.map((change) => withLevel(change, policy.rules));
  const judged = withAcceptances(changes, policy.accepted, today.toISOString().slice(0, 10));
  const remarks = [...(report.remarks ?? []), ...judged.remarks];
  return { ...report, ...reportOf(judged.changes), ...(remarks.length > 0 && { remarks }) };
}

/** The report for one audience: what does nothing to it is only written in another way. */
export function forAudience(report: Report, audience: Audience | 'both'): Report {
  if (audience === 'both') return report;
  const changes = report.changes.map((change) => ({ ...change, level: change.impact[audience] }));
  return { ...report, ...reportOf(changes) };
}

/** An id is one kind of change. A rule may find something that breaks nobody, too: it gives a level to what is at stake. */
function withLevel(change: Change, levels: Policy['rules']): Change {
  const level = levels[change.id] ?? (isAtStake(change) ? levels[change.rule] : undefined);
  if (level === undefined) return change;
  const { wire, types } = change.impact;
  const given = (known: Level) => (known === 'equivalent' ? known : level);
  return { ...change, level, impact: { wire: given(wire), types: given(types) } };
}
