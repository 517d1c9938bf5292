import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { SpecProblem } from './problem.js';
import { type Change, type Report, reportOf } from './report/report.js';

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

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'has to be a date such as 2030-12-31');

const policySchema = z.strictObject({
  rules: z.record(z.string(), z.enum(['breaking', 'additive', 'docs'])).default({}),
  accepted: z
    .array(
      z.strictObject({
        rule: z.string(),
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
  const changes = report.changes.map((change): Change => {
    const level = policy.rules[change.rule] ?? change.level;
    const accepted = policy.accepted.find((entry) => entry.until >= day && isMeant(entry, change));
    return { ...change, level, ...(accepted && { accepted: { reason: accepted.reason, until: accepted.until } }) };
  });
  return { ...report, ...reportOf(changes) };
}

function isMeant({ rule, operation, about }: Policy['accepted'][number], change: Change): boolean {
  if (change.level !== 'breaking' || rule !== change.rule) return false;
  const isOf = operation === undefined || change.operations.includes(operation);
  return isOf && (about === undefined || change.message.includes(about));
}
