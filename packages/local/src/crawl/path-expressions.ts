/** Regular expressions of a user, by their fields. */
export interface PathExpressions {
  readonly excludePaths: readonly string[];
  readonly includePaths: readonly string[];
}

/** Why each text is excluded, in a sentence; undefined for those that are not excluded. It may never end. */
export function exclusionReasons(expressions: PathExpressions, texts: readonly string[]): (string | undefined)[] {
  const excludes = expressions.excludePaths.map((source) => ({ source, pattern: new RegExp(source) }));
  const includes = expressions.includePaths.map((source) => new RegExp(source));
  return texts.map((text) => {
    const exclude = excludes.find(({ pattern }) => pattern.test(text));
    if (exclude) return `excludePaths leaves it out, by ${exclude.source}`;
    if (includes.length > 0 && !includes.some((pattern) => pattern.test(text))) {
      return 'no expression of includePaths matches it';
    }
    return undefined;
  });
}
