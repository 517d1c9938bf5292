import { readableEscapes } from '@trawl/web/site/percent-encoding';

/** Regular expressions of a user, by their fields. */
export interface PathExpressions {
  readonly excludePaths: readonly string[];
  readonly includePaths: readonly string[];
}

/** Why each text is excluded, in a sentence; undefined for those that are not excluded. It may never end. */
export function exclusionReasons(expressions: PathExpressions, texts: readonly string[]): (string | undefined)[] {
  const excludes = expressions.excludePaths.map((source) => ({ source, matches: matcherOf(source) }));
  const includes = expressions.includePaths.map(matcherOf);
  return texts.map((text) => {
    const readable = readableEscapes(text);
    const exclude = excludes.find(({ matches }) => matches(readable, text));
    if (exclude) return `excludePaths leaves it out, by ${exclude.source}`;
    if (includes.length > 0 && !includes.some((matches) => matches(readable, text))) {
      return 'no expression of includePaths matches it';
    }
    return undefined;
  });
}

/**
 * Matches URLs by the characters that people read in them, so an expression may have these or their escapes. One that
 * speaks of escapes in another way, such as `%[0-9A-F]{2}`, is also tried on the URL as it is.
 */
function matcherOf(source: string): (readable: string, text: string) => boolean {
  const pattern = new RegExp(readableEscapes(source, escaped));
  if (!source.includes('%')) return (readable) => pattern.test(readable);
  const literal = new RegExp(source);
  return (readable, text) => pattern.test(readable) || literal.test(text);
}

/** A character as it stands for itself in an expression. */
const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
