/** A longer text is shortened, at the end of a word if there is one near. */
const LONG = /^(?=.{401})(.{350,400}(?=\s)|.{400}).*$/u;

/** What the server said, as text. It may be any JSON value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A message of the server on one line: shortened if it is long, and without its full stop. */
export function sentence(value: unknown): string {
  return textOf(value).replace(/\s+/g, ' ').replace(LONG, '$1…').replace(/\.$/, '');
}

/** The call that failed. */
export interface NamedCall {
  /** The operation's name in the contract. */
  readonly operation: string;
  /** The method that the caller called. */
  readonly sdkMethod?: string | undefined;
}

/** How messages name a call: `crawls.start (startCrawl)`. */
export const labelOf = ({ operation, sdkMethod = operation }: NamedCall): string =>
  sdkMethod === operation ? operation : `${sdkMethod} (${operation})`;
