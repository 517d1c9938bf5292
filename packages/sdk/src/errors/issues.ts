/** Where and why a value is not valid, in the form of schema libraries and of servers that use them. */
export interface Issue {
  readonly message: string;
  /** A list of names and indexes. Servers may send anything else. */
  readonly path?: unknown;
  /** The values that are possible. */
  readonly values?: unknown;
  /** For a union, why the value does not fit each alternative. These paths begin at the union. */
  readonly errors?: unknown;
  /** The same from older servers. These paths begin at the whole value. */
  readonly unionErrors?: unknown;
}

/** The message of an error has at most this many issues. `details` has all of them. */
export const MAX_SHOWN_ISSUES = 3;

/** The first issues as text, each of them once: `limit: expected number; formats.0: …`. */
export function summarize(issues: readonly Issue[]): string {
  const words = (issue: Issue) => [placeOf(issue), issue.message].filter(Boolean).join(': ');
  const texts = new Set(issues.flatMap(reasonsOf).map(words));
  return [...texts].slice(0, MAX_SHOWN_ISSUES).join('; ');
}

/** The places of the first issues, such as `urls.1`. */
export const placesOf = (issues: readonly Issue[]): string[] =>
  [...new Set(issues.map(placeOf).filter(Boolean))].slice(0, MAX_SHOWN_ISSUES);

const placeOf = ({ path }: Issue): string => segmentsOf(path).filter(isScalar).map(String).join('.');

/** The issues of a list that have the usual form. */
export function issuesIn(list: unknown): Issue[] {
  return arrayOf(list).filter((item): item is Issue => typeof Object(item).message === 'string');
}

/** An alternative of a union, and why the value does not fit it. */
interface Alternative {
  readonly issues: readonly Issue[];
  /**
   * Whether the value has another type than the alternative. Then the issues of that alternative do not tell what the
   * caller meant.
   */
  readonly isOtherKind: boolean;
}

/** The issues that a person can act on: for a union, those of the alternative that comes closest. */
export function reasonsOf(issue: Issue): Issue[] {
  const alternatives = alternativesOf(issue);
  const [closest] = alternatives
    .filter(({ isOtherKind }) => !isOtherKind)
    .sort((one, other) => one.issues.length - other.issues.length);
  return closest ? closest.issues.flatMap(reasonsOf) : [choiceOf(alternatives) ?? issue];
}

function alternativesOf({ path, errors, unionErrors }: Issue): Alternative[] {
  const start = segmentsOf(path);
  const newer = arrayOf(errors).map((list) =>
    issuesIn(list).map((inner) => ({ ...inner, path: [...start, ...segmentsOf(inner.path)] })),
  );
  const older = arrayOf(unionErrors).map((union) => issuesIn(Object(union).issues));
  return [...newer, ...older]
    .filter(({ length }) => length > 0)
    .map((issues) => ({ issues, isOtherKind: issues.some((inner) => isAboutKind(inner, start.length)) }));
}

/** Whether an issue is about the value as a whole, or about the name of its kind. */
function isAboutKind({ path, values }: Issue, depth: number): boolean {
  const [field, ...rest] = segmentsOf(path).slice(depth);
  return field === undefined || (field === 'type' && rest.length === 0 && Array.isArray(values));
}

/** The issue for a value that no alternative has, if all of them are about the same field. */
function choiceOf(alternatives: readonly Alternative[]): Issue | undefined {
  const issues = alternatives.flatMap((alternative) => alternative.issues);
  const paths = new Set(issues.map(({ path }) => JSON.stringify(path)));
  const values = issues.flatMap((issue) => arrayOf(issue.values).map((value) => JSON.stringify(value)));
  const isChoice = paths.size === 1 && issues.every((issue) => arrayOf(issue.values).length > 0);
  return isChoice ? { path: issues[0]?.path, message: `expected one of ${values.join(', ')}` } : undefined;
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const segmentsOf = (path: unknown): unknown[] => [path ?? []].flat();

/**
 * Whether a value of the server can be turned into text. An object cannot: `String()` would call its `toString`, which
 * may be any JSON value.
 */
const isScalar = (value: unknown): boolean => typeof value !== 'object';
