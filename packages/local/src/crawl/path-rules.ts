import type { Path } from '../contract/issue.js';
import { Refusal } from '../contract/refusal.js';
import type { PathExpressions } from './path-expressions.js';
import type { MatchOptions, PathMatcher } from './path-matcher.js';

export interface PathRuleOptions {
  readonly includePaths?: readonly string[] | undefined;
  readonly excludePaths?: readonly string[] | undefined;
  readonly regexOnFullURL?: boolean | undefined;
}

/** Which paths a crawl visits, by the regular expressions of its user. */
export interface PathRules {
  /** What keeps each of the URLs out, in a sentence; undefined for those that may be visited. */
  objectionsTo(urls: readonly URL[]): Promise<(string | undefined)[]>;
}

const FIELDS = ['excludePaths', 'includePaths'] as const;
/** Of an expression: the engine takes none that are many times as long. */
const MOST_CHARACTERS = 10_000;

/** Milliseconds after which it is not asked any more which of the expressions it is that do not come to an end. */
const ENOUGH_MS = 5_000;

const NONE: PathExpressions = { excludePaths: [], includePaths: [] };

/** The rules of one crawl. Once its expressions did not come to an end, all of its pages are refused. */
export function createPathRules(
  { excludePaths = [], includePaths = [], regexOnFullURL = false }: PathRuleOptions,
  match: PathMatcher['match'],
  options: MatchOptions,
): PathRules {
  const expressions: PathExpressions = { excludePaths, includePaths };
  const isEmpty = excludePaths.length + includePaths.length === 0;
  let endless: string | undefined;
  // One after the other, so that expressions without an end are tried once, and not by all pages that are read at once.
  let last: Promise<unknown> = Promise.resolve();

  async function ask(texts: readonly string[]): Promise<(string | undefined)[]> {
    const objections = endless === undefined ? await match({ expressions, texts }, options) : undefined;
    if (objections) return objections;
    endless ??= `${await whatIsEndless(texts)} too long to match; write one without nested repetition`;
    return texts.map(() => endless);
  }

  /** Asks for one expression after the other, for a while. */
  async function whatIsEndless(texts: readonly string[]): Promise<string> {
    const until = performance.now() + ENOUGH_MS;
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
    async objectionsTo(urls) {
      if (isEmpty || urls.length === 0) return urls.map(() => undefined);
      const texts = urls.map((url) => (regexOnFullURL ? url.href : url.pathname));
      const asking = last.then(() => ask(texts));
      last = asking.catch(() => {}); // Who asked hears of it.
      return asking;
    },
  };
}

/** Refuses an invalid or very long expression, by its field below `path`. It matches nothing: that may never end. */
export function refuseInvalidPaths(options: PathRuleOptions, path: Path = []): void {
  for (const field of FIELDS) {
    for (const [index, expression] of (options[field] ?? []).entries()) {
      const issue = issueOf(expression);
      if (issue) {
        throw new Refusal(400, {
          code: 'BAD_REQUEST',
          error: 'Bad Request',
          details: [{ ...issue, path: [...path, field, index] }],
        });
      }
    }
  }
}

function issueOf(expression: string): object | undefined {
  if (expression.length > MOST_CHARACTERS) {
    const message = `Too big: expected a regular expression of at most ${MOST_CHARACTERS} characters`;
    return { origin: 'string', code: 'too_big', maximum: MOST_CHARACTERS, inclusive: true, message };
  }
  try {
    new RegExp(expression);
    return undefined;
  } catch (error) {
    return { code: 'invalid_format', format: 'regex', message: (error as Error).message };
  }
}
