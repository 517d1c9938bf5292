import { readStandardInput, readTextFile } from '../text-file.js';
import { UsageError } from '../usage-error.js';

/** An error names at most so many lines. */
const MAX_NAMED_LINES = 3;

/** A line of a list, and where it stands. */
interface Line {
  readonly text: string;
  readonly number: number;
}

/**
 * The URLs of a list, one on each line. Empty lines, and lines that begin with `#`, are left out.
 *
 * @param file - The path of the list; `-` is standard input.
 * @param mayBeInvalid - Whether the service is asked to leave out what is no URL.
 * @throws UsageError when the list cannot be read, or a line is no URL. It names the lines.
 */
export async function urlsOfList(file: string, mayBeInvalid: boolean): Promise<readonly string[]> {
  const source = file === '-' ? await readStandardInput() : readList(file);
  const lines = filledLines(source);
  const secret = lines.find((line) => hasPassword(line.text));
  if (secret) throw new UsageError(`${file === '-' ? 'Standard input' : file}: line ${secret.number} ${NO_PASSWORD}`);
  const wrong = mayBeInvalid ? [] : lines.filter((line) => !isUrl(line.text));
  if (wrong.length > 0) throw new UsageError(wrongLines(file === '-' ? 'Standard input' : file, wrong));
  return lines.map((line) => line.text);
}

function readList(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

const filledLines = (source: string): Line[] =>
  source
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));

function wrongLines(source: string, lines: readonly Line[]): string {
  const examples = lines.slice(0, MAX_NAMED_LINES).map((line) => `line ${line.number}: ${JSON.stringify(line.text)}`);
  const others = lines.length - examples.length;
  const more = others > 0 ? `, and ${others} more` : '';
  return `${source} has ${lines.length === 1 ? 'a line that is' : 'lines that are'} no URL, such as https://example.com: ${examples.join('; ')}${more}.`;
}

/** What is wrong with a URL that has a password, after what names it: the URL itself is not repeated. */
export const NO_PASSWORD =
  'is a URL with a name or a password, which would be stored with the page. Leave it out, and give it as a header: --headers @headers.json.';

/** Whether a URL has a name or a password before its host, also one without its scheme. */
export function hasPassword(text: string): boolean {
  const url = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(url)) return /^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i.test(url);
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** A URL of a page, also without its scheme, which servers complete. */
function isUrl(text: string): boolean {
  const hasScheme = text.includes('://');
  try {
    const { protocol, hostname } = new URL(hasScheme ? text : `https://${text}`);
    const isNamed = hasScheme || hostname === 'localhost' || hostname.includes('.');
    return !/\s/.test(text) && isNamed && (protocol === 'https:' || protocol === 'http:');
  } catch {
    return false;
  }
}
