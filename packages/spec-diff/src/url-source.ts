import { loadSpec, type SpecDocument } from './document.js';
import { SpecProblem } from './problem.js';

const TIMEOUT_MS = 30_000;

/** How large a contract may be. */
const MOST_BYTES = 64 * 1024 * 1024;

/** How many redirects are followed. */
const MOST_REDIRECTS = 10;

/**
 * Reads a contract from an address. What it refers to is read from the host that has answered with the contract, and from nowhere
 * else, by a redirect neither.
 */
export async function readUrl(name: string): Promise<SpecDocument> {
  const contract = await read(new URL(name));
  if (!contract) throw new SpecProblem(`${name}: the server answered 404: there is no such contract.`);
  const { origin, pathname } = contract.url;
  const entry = decodeURIComponent(pathname.replace(/^\//, ''));
  const readPart = async (path: string) => (await read(new URL(`/${path}`, origin), origin))?.text;
  return loadSpec(contract.text, name, { file: name, files: () => ({ entry, read: readPart }) });
}

interface Answer {
  /** The address that has answered, after redirects. */
  readonly url: URL;
  readonly text: string;
}

/** Returns undefined if the server has no such file. With `origin`, only this one is asked. */
async function read(address: URL, origin?: string): Promise<Answer | undefined> {
  let url = address;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    // A backslash in a path is a slash, with which a path may name another host.
    if (origin !== undefined && url.origin !== origin) {
      throw new SpecProblem(
        `${address}: leads to ${url.origin}. What a contract refers to is read from ${origin} alone.`,
      );
    }
    try {
      const response = await fetch(url, { redirect: 'manual', signal });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location !== null) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      if (response.status === 404) return undefined;
      if (!response.ok) throw new SpecProblem(`${url}: the server answered ${response.status}.`);
      return { url, text: await textOf(response, url) };
    } catch (cause) {
      if (cause instanceof SpecProblem) throw cause;
      const { message, cause: reason } = cause as Error & { cause?: Error };
      throw new SpecProblem(`${url}: cannot be read (${reason?.message ?? message}).`, { cause });
    }
  }
  throw new SpecProblem(`${address}: the server redirects more than ${MOST_REDIRECTS} times.`);
}

async function textOf({ body }: Response, url: URL): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new SpecProblem(`${url}: the contract is larger than 64 MiB.`);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}
