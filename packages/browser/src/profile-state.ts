import type { BrowserContext, Page } from 'playwright-core';

/** The cookies, the local storage and the IndexedDB of a context. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a page begins with, and where what it leaves behind is kept. */
export interface PageProfile {
  /** What a new context starts with; undefined for a profile that is new. */
  readonly state: StorageState | undefined;
  /**
   * Follows a context that was made with the state and has shown nothing yet. It returns what stores the state of the
   * context while its pages are open, unless the profile was opened without saving; that returns why nothing was stored.
   */
  follow(context: BrowserContext): () => Promise<string | undefined>;
}

/** The state as JSON, or the reason why it is too large to be kept. */
export type StateNow =
  | { readonly state: string; readonly refusal?: undefined }
  | { readonly state?: undefined; readonly refusal: string };

/**
 * The maximum number of characters in the JSON of one profile. A page could store gigabytes, and all of them would be
 * read at once.
 */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Sites of one profile: each is opened once more whenever the profile is loaded. */
const MAX_ORIGINS = 20;

const TOO_LARGE = refused(`its pages have stored more than ${MAX_LENGTH / 1024 / 1024} MiB`);
const TOO_MANY = refused(`its pages belong to more than ${MAX_ORIGINS} sites`);

/** Follows what the pages of a context visit; returns what reads the state of the context while a page is open. */
export function followState(context: BrowserContext, before: StorageState | undefined): () => Promise<StateNow> {
  const origins = new Set(before?.origins.map(({ origin }) => origin));
  const follow = (page: Page) =>
    page.on('framenavigated', (frame) => {
      // One more than may be kept says enough.
      if (origins.size <= MAX_ORIGINS && /^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin);
    });
  for (const page of context.pages()) follow(page);
  context.on('page', follow);
  return async () => {
    if (origins.size > MAX_ORIGINS) return TOO_MANY;
    if ((await usageOf(context, origins)) > MAX_LENGTH) return TOO_LARGE;
    const state = JSON.stringify(await context.storageState({ indexedDB: true }));
    return state.length > MAX_LENGTH ? TOO_LARGE : { state };
  };
}

/** Bytes that the sites have stored in the context, without local storage, which the browser bounds. */
async function usageOf(context: BrowserContext, origins: ReadonlySet<string>): Promise<number> {
  const [page] = context.pages();
  if (!page) return 0;
  const session = await context.newCDPSession(page);
  let bytes = 0;
  for (const origin of origins) bytes += (await session.send('Storage.getUsageAndQuota', { origin })).usage;
  await session.detach();
  return bytes;
}

function refused(why: string): StateNow {
  return { refusal: `The profile was not saved: ${why}.` };
}
