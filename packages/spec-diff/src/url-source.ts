import { loadSpec, type SpecDocument } from './document.js';
import { SpecProblem } from './problem.js';

const TIMEOUT_MS = 30_000;

/** How large a contract may be. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Reads a contract from an address. What it refers to is read from the same host, and from nowhere else. */
export async function readUrl(name: string): Promise<SpecDocument> {
  const url = new URL(name);
  const text = await textOf(url);
  if (text === undefined) throw new SpecProblem(`${name}: the server answered 404: there is no such contract.`);
  const entry = decodeURIComponent(url.pathname.replace(/^\//, ''));
  const read = (path: string) => textOf(new URL(`/${path}`, url.origin));
  return loadSpec(text, name, { file: name, files: () => ({ entry, read }) });
}

/** Returns undefined if the server has no such file. */
async function textOf(url: URL): Promise<string | undefined> {
  let response: Response;
  try {
    response = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    const { message, cause: reason } = cause as Error & { cause?: Error };
    throw new SpecProblem(`${url}: cannot be read (${reason?.message ?? message}).`, { cause });
  }
  if (response.status === 404) return undefined;
  if (!response.ok) throw new SpecProblem(`${url}: the server answered ${response.status}.`);
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > MOST_BYTES) throw new SpecProblem(`${url}: the contract is larger than 64 MiB.`);
  return new TextDecoder().decode(bytes);
}
