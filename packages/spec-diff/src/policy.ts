import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SpecProblem } from './problem.js';
import { type Change, type Report, reportOf } from './report/report.js';
import { RULES } from './rules/index.js';

/** What a team has agreed on. */
export interface Policy {
  /** The levels that rules have for it. */
  rules: Record<string, 'breaking' | 'additive' | 'docs'>;
  /** Breaking changes that ask for no release, up to and on a day (`2030-12-31`). */
  accepted: {
    rule: string;
    operation?: string | undefined;
    about?: string | undefined;
    reason: string;
    until: string;
  }[];
}

const date = z.iso.date('has to be a date such as 2030-12-31');

/** What the report calls a change that no rule has a word for. */
const WITHOUT_RULE = ['added', 'removed', 'modified', 'rewritten'];

const RULE_NAMES = new Set([...WITHOUT_RULE, ...RULES.map(({ name }) => name)]);

const UNKNOWN_RULE = 'there is no such rule; a report names the rule of each change';

const ruleName = z.string().refine((name) => RULE_NAMES.has(name), UNKNOWN_RULE);

const levels = z.record(z.string(), z.enum(['breaking', 'additive', 'docs'])).superRefine((rules, context) => {
  for (const name of Object.keys(rules)) {
    if (!RULE_NAMES.has(name)) context.addIssue({ code: 'custom', message: UNKNOWN_RULE, path: [name] });
  }
});

const policySchema = z.strictObject({
  rules: levels.default({}),
  accepted: z
    .array(
      z.strictObject({
        rule: ruleName,
        operation: z.string().optional(),
        about: z.string().optional(),
        reason: z.string().min(1),
        until: date,
      }),
    )
    .default([]),
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

/** Dates stay text: those of YAML would be turned into another type. */
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
  const day = today.toISOString().slice(0, 10);
  const entries = policy.accepted.filter(({ until }) => until >= day);
  const changes = report.changes.flatMap((change) => {
    const level = policy.rules[change.rule] ?? change.level;
    return byAcceptance({ ...change, level }, entries);
  });
  return { ...report, ...reportOf(changes) };
}

/** A change in one piece, or, where it is accepted for some of its operations only, in a piece for each entry and for the rest. */
function byAcceptance(change: Change, entries: Policy['accepted']): Change[] {
  const meant = entries.filter((entry) => isMeant(entry, change));
  const whole = meant.find(({ operation }) => operation === undefined);
  if (meant.length === 0 || whole) return [accepted(change, whole)];
  const pieces = new Map<Policy['accepted'][number] | undefined, string[]>();
  for (const name of change.operations) {
    const entry = meant.find(({ operation }) => operation === name);
    pieces.set(entry, [...(pieces.get(entry) ?? []), name]);
  }
  return [...pieces].map(([entry, operations]) => accepted({ ...change, operations }, entry));
}

function accepted(change: Change, entry: Policy['accepted'][number] | undefined): Change {
  return entry ? { ...change, accepted: { reason: entry.reason, until: entry.until } } : change;
}

function isMeant({ rule, operation, about }: Policy['accepted'][number], change: Change): boolean {
  if (change.level !== 'breaking' || rule !== change.rule) return false;
  const isOf = operation === undefined || change.operations.includes(operation);
  return isOf && (about === undefined || change.message.includes(about));
}
