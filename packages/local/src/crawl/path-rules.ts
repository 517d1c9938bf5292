import type { Path } from '../contract/issue.js';
import { Refusal } from '../contract/refusal.js';
import type { PathExpressions } from './path-expressions.js';
import type { MatchOptions, PathMatcher } from './path-matcher.js';

export interface PathRuleOptions {
  readonly includePaths?: readonly string[] | undefined;
  readonly excludePaths?: readonly string[] | undefined;
  readonly regexOnFullURL?: boolean | undefined;
}

/** Decides which paths a crawl visits, by the regular expressions of its user. */
export interface PathRules {
  /** Why each URL is excluded, in a sentence; undefined for those that may be visited. */
  exclusionReasons(urls: readonly URL[]): Promise<(string | undefined)[]>;
}

const FIELDS = ['excludePaths', 'includePaths'] as const;
/** Limit of an expression: the engine cannot compile those that are many times longer. */
const MAX_CHARACTERS = 10_000;

/** Milliseconds for finding out which expression never ends. */
const DIAGNOSIS_MS = 5_000;

const NONE: PathExpressions = { excludePaths: [], includePaths: [] };

/** The rules of one crawl. Once its expressions did not end in time, all its pages are refused. */
export function createPathRules(
  { excludePaths = [], includePaths = [], regexOnFullURL = false }: PathRuleOptions,
  match: PathMatcher['match'],
  options: MatchOptions,
): PathRules {
  const expressions: PathExpressions = { excludePaths, includePaths };
  const isEmpty = excludePaths.length + includePaths.length === 0;
  let endless: string | undefined;
  // One match runs at a time, so that endless expressions are tried once, and not once for each concurrent page.
  let last: Promise<unknown> = Promise.resolve();

  async function matchOnce(texts: readonly string[]): Promise<(string | undefined)[]> {
    const reasons = endless === undefined ? await match({ expressions, texts }, options) : undefined;
    if (reasons) return reasons;
    endless ??= `${await describeEndless(texts)} too long to match; write one without nested repetition`;
    return texts.map(() => endless);
  }

  /** Matches one expression after the other, for a limited time. */
  async function describeEndless(texts: readonly string[]): Promise<string> {
    const until = performance.now() + DIAGNOSIS_MS;
    const all = FIELDS.flatMap((field) => expressions[field].map((expression) => ({ field, expression })));
    for (const { field, expression } of all) {
      if (performance.now() > until) break;
      const alone = { ...NONE, [field]: [expression] };
      if (!(await match({ expressions: alone, texts }, options)))
        return `the expression ${expression} in ${field} takes`;
    }
    return 'the expressions in excludePaths and includePaths together take';
  }

  return {
    async exclusionReasons(urls) {
      if (isEmpty || urls.length === 0) return urls.map(() => undefined);
      const texts = urls.map((url) => (regexOnFullURL ? url.href : url.pathname));
      const matching = last.then(() => matchOnce(texts));
      last = matching.catch(() => {}); // The caller gets the error.
      return matching;
    },
  };
}

/** Refuses an invalid or very long expression, by its field below `path`. It matches nothing, because matching may never end. */
export function refuseInvalidPaths(options: PathRuleOptions, path: Path = []): void {
  const found = firstIssue(options);
  if (!found) return;
  const { issue, place, foreign } = found;
  throw new Refusal('BAD_REQUEST', 'Bad Request', { details: [{ ...issue, path: [...path, ...place] }], foreign });
}

/** Why the expressions are refused, in a sentence; undefined when they are valid. */
export function pathFault(options: PathRuleOptions): string | undefined {
  const found = firstIssue(options);
  return found && `\`${found.place.join('.')}\`: ${found.issue.message}`;
}

interface ExpressionIssue {
  readonly place: readonly [field: string, index: number];
  readonly issue: { readonly message: string; readonly [name: string]: unknown };
  /** What the engine says of an expression, which it repeats. */
  readonly foreign?: string | undefined;
}

function firstIssue(options: PathRuleOptions): ExpressionIssue | undefined {
  for (const field of FIELDS) {
    for (const [index, expression] of (options[field] ?? []).entries()) {
      const found = issueOf(expression);
      if (found) return { place: [field, index], ...found };
    }
  }
  return undefined;
}

function issueOf(expression: string): Omit<ExpressionIssue, 'place'> | undefined {
  if (expression.length > MAX_CHARACTERS) {
    const message = `Too big: expected a regular expression of at most ${MAX_CHARACTERS} characters`;
    return { issue: { origin: 'string', code: 'too_big', maximum: MAX_CHARACTERS, inclusive: true, message } };
  }
  try {
    new RegExp(expression);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return { issue: { code: 'invalid_format', format: 'regex', message }, foreign: message };
  }
}
