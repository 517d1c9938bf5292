import { Refusal } from '../contract/refusal.js';
import { TookTooLong, withinTime } from './limited-time.js';

export interface PathRuleOptions {
  readonly includePaths?: readonly string[] | undefined;
  readonly excludePaths?: readonly string[] | undefined;
  readonly regexOnFullURL?: boolean | undefined;
}

/** Which paths a crawl visits, by the regular expressions of its user. */
export interface PathRules {
  /** What keeps each of the URLs out, in a sentence; undefined for those that may be visited. */
  objectionsTo(urls: readonly URL[]): (string | undefined)[];
}

interface Rule {
  readonly field: 'includePaths' | 'excludePaths';
  readonly pattern: RegExp;
}

/** Throws the `Refusal` that names the expression which is none. */
export function createPathRules(options: PathRuleOptions): PathRules {
  const rules = [...compile('excludePaths', options), ...compile('includePaths', options)];
  const includes = rules.filter(({ field }) => field === 'includePaths');
  const excludes = rules.filter(({ field }) => field === 'excludePaths');

  // Set once one of them did not come to an end.
  let endless: string | undefined;

  /** Which texts each rule matches; all rules in one go, which is stopped as a whole. */
  function matched(texts: readonly string[]): ReadonlyMap<Rule, boolean[]> | undefined {
    let last: Rule | undefined;
    try {
      return withinTime(() => {
        const matches = new Map<Rule, boolean[]>();
        for (const rule of rules) {
          last = rule;
          matches.set(
            rule,
            texts.map((text) => rule.pattern.test(text)),
          );
        }
        return matches;
      });
    } catch (error) {
      if (!(error instanceof TookTooLong) || !last) throw error;
      endless = `the expression ${last.pattern.source} in ${last.field} takes too long to match; write one without nested repetition`;
      return undefined;
    }
  }

  return {
    objectionsTo(urls) {
      if (rules.length === 0) return urls.map(() => undefined);
      const texts = urls.map((url) => (options.regexOnFullURL ? url.href : url.pathname));
      const matches = endless === undefined ? matched(texts) : undefined;
      return texts.map((_, index) => {
        if (!matches) return endless;
        const exclude = excludes.find((rule) => matches.get(rule)?.[index]);
        if (exclude) return `excludePaths leaves it out, by ${exclude.pattern.source}`;
        if (includes.length > 0 && !includes.some((rule) => matches.get(rule)?.[index])) {
          return `no expression of includePaths matches it`;
        }
        return undefined;
      });
    },
  };
}

function compile(field: Rule['field'], options: PathRuleOptions): Rule[] {
  return (options[field] ?? []).map((source, index) => {
    try {
      const pattern = new RegExp(source);
      // One that is too large is found out when it is used.
      pattern.test('');
      return { field, pattern };
    } catch (error) {
      const message = (error as Error).message;
      throw new Refusal(400, {
        code: 'BAD_REQUEST',
        error: 'Bad Request',
        details: [{ code: 'invalid_format', format: 'regex', path: [field, index], message }],
      });
    }
  });
}
