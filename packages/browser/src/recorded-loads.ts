import type { PageLoad, PageRecorder } from '@trawl/web/recorder';
import type { Recording } from '@trawl/web/recordings';
import type { BrowserContext, Request, Route } from 'playwright-core';

/** Bytes that are recorded of one page; what it loads beyond is loaded again when the page is replayed. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Responses that are recorded of one page. */
const MAX_LOADS = 2_000;

/**
 * Records what the pages of a context load, or replays it.
 *
 * @returns what waits until all is recorded that was loaded so far. The pages must be open until then.
 */
export async function recordLoads(context: BrowserContext, recorder: PageRecorder): Promise<() => Promise<void>> {
  const replayed = new WeakSet<Request>();
  const pending = new Set<Promise<void>>();
  let bytes = 0;
  let loads = 0;
  let failure: { readonly error: unknown } | undefined;
  /** A failure of the storage ends the scrape, which has more to do than to wait for it. */
  const keepFailure = (error: unknown) => {
    failure ??= { error };
  };

  async function replay(route: Route): Promise<void> {
    const request = route.request();
    const recording = await recorder.find(loadOf(request));
    const isElsewhere = recording && recording.url !== request.url().replace(/#.*/s, '');
    if (recording) replayed.add(request);
    const answered = recording
      ? route.fulfill(isElsewhere && request.isNavigationRequest() ? leadingTo(recording.url) : responseOf(recording))
      : recorder.mayLoad
        ? route.fallback()
        : route.abort('internetdisconnected');
    // A page that closes meanwhile needs no response.
    await answered.catch(() => {});
  }

  async function record(request: Request): Promise<void> {
    const seen = await seenBy(request);
    // What redirects is recorded with where it leads.
    if (!seen || request.redirectedTo() || ++loads > MAX_LOADS) return;
    bytes += seen.body.length;
    if (bytes > MAX_BYTES) return;
    const recording = { url: request.url(), ...seen };
    for (let from: Request | null = request; from; from = from.redirectedFrom()) {
      await recorder.add(loadOf(from), recording);
    }
  }

  // The pattern leaves out `data:` and `blob:`, which are part of the page.
  if (recorder.replays) await context.route(/^https?:/, (route) => replay(route).catch(keepFailure));
  if (recorder.mayLoad) {
    context.on('requestfinished', (request) => {
      if (replayed.has(request) || !/^https?:/.test(request.url())) return;
      const recording = record(request)
        .catch(keepFailure)
        .finally(() => pending.delete(recording));
      pending.add(recording);
    });
  }
  return async () => {
    await Promise.all(pending);
    if (failure) throw failure.error;
  };
}

function loadOf(request: Request): PageLoad {
  return { method: request.method(), url: request.url(), body: request.postDataBuffer() ?? undefined };
}

/** Returns undefined for a response whose body the browser has discarded, which happens when a page navigates. */
async function seenBy(request: Request): Promise<Omit<Recording, 'url'> | undefined> {
  try {
    const response = await request.response();
    if (!response) return undefined;
    const [headers, body] = await Promise.all([response.headersArray(), response.body()]);
    return { status: response.status(), headers: headers.map(({ name, value }) => [name, value]), body };
  } catch {
    return undefined;
  }
}

function responseOf({ status, headers, body }: Recording) {
  return { status, headers: Object.fromEntries(headers), body: Buffer.from(body) };
}

/** A page in place of a redirect: the driver does not ask for what the browser loads after one that was replayed. */
function leadingTo(url: string) {
  const script = `location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})`;
  return { status: 200, contentType: 'text/html', body: `<script>${script}</script>` };
}
