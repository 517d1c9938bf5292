import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { redactedUrl } from '@trawl/base/redacted-url';
import { type BrowserLookup, isBrowserProgram } from '@trawl/browser/find-browser';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../store/stores.js';

export interface HealthDependencies {
  readonly settings: Pick<Settings, 'storage' | 'modelUrl'>;
  readonly stores: Pick<Stores, 'problem'>;
  readonly browser: BrowserLookup;
  readonly isAtRest?: boolean | undefined;
}

/** Bytes that the disk must have free: SQLite writes a log beside its file. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** How long a server that the operator has named may take to answer. */
const ANSWER_TIMEOUT_MS = 2000;

/** Resolves to a sentence about what the service lacks for its work: its database, space on disk, its browser, its model. */
export async function findProblem({
  settings,
  stores,
  browser,
  isAtRest = false,
}: HealthDependencies): Promise<string | undefined> {
  if (isAtRest) return 'it is at rest until `trawl-local resume`.';
  const problems = await Promise.all([
    stores.problem().then((reason) => reason && `the database does not answer: ${reason}`),
    diskProblem(settings.storage),
    browserProblem(browser),
    settings.modelUrl === undefined ? undefined : modelProblem(settings.modelUrl),
  ]);
  return problems.find((problem) => problem !== undefined);
}

/** Exported for its test. */
export async function diskProblem(storage: string | undefined, minBytes = MIN_FREE_BYTES): Promise<string | undefined> {
  const folder = storage === undefined ? tmpdir() : dirname(resolve(storage));
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize >= minBytes) return undefined;
    return `the disk of ${folder} has ${Math.floor((bavail * bsize) / 1024 ** 2)} MiB free, and needs ${Math.ceil(minBytes / 1024 ** 2)}.`;
  } catch (error) {
    return `the folder ${folder} cannot be read: ${(error as Error).message}`;
  }
}

async function browserProblem({ place }: BrowserLookup): Promise<string | undefined> {
  if (!place) return undefined;
  if ('address' in place) return answerProblem('browser', place.address.replace(/^ws/i, 'http'));
  return isBrowserProgram(place) ? undefined : `the browser ${place.path} is gone, or cannot be started any more.`;
}

/** A model that answers anything is there. It need not know the path, and it gets no key. */
function modelProblem(url: string): Promise<string | undefined> {
  return answerProblem('language model', `${url.replace(/\/$/, '')}/models`);
}

async function answerProblem(name: string, address: string): Promise<string | undefined> {
  const url = withoutCredentials(address);
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status < 500 ? undefined : `the ${name} at ${redactedUrl(url)} answers ${response.status}.`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return `the ${name} at ${redactedUrl(url)} cannot be reached: ${cause?.message ?? message}`;
  }
}

/** `fetch` refuses a URL with a user name. A server that asks for one answers, which is all that is asked. */
function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
