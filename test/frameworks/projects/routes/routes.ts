import { Trawl, verifyWebhook, WebhookVerificationError } from '@trawl/sdk';

const trawl = new Trawl();

/** Every framework that has `Request` and `Response` serves these; the others have routes of their own. */
export async function page(request: Request): Promise<Response> {
  const { metadata } = await trawl.scrape(urlOf(request));
  return Response.json({ title: metadata.title });
}

interface Visit {
  /** Aborts when the visitor has left, where the framework does not cancel the stream. */
  readonly controller?: AbortController;
  /** Keeps the platform from ending before the promise does. */
  readonly waitUntil?: (promise: Promise<unknown>) => void;
}

/** Pages as they come, one a line. When nobody reads on, the crawl is cancelled. */
export function crawl(request: Request, { controller = new AbortController(), waitUntil }: Visit = {}): Response {
  const pages = trawl.crawl(
    urlOf(request),
    { delay: 1, ignoreRobotsTxt: true },
    { signal: controller.signal, cancelOnAbort: true, pollIntervalMs: 1000 },
  );
  const iterator = pages[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const lines = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await iterator.next();
      if (done) stream.close();
      else stream.enqueue(encoder.encode(`${JSON.stringify(value.metadata)}\n`));
    },
    cancel() {
      controller.abort();
      // The iteration ends when the crawl is cancelled.
      waitUntil?.(iterator.return());
    },
  });
  return new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } });
}

export async function upload(request: Request): Promise<Response> {
  const file = (await request.formData()).get('file');
  if (!(file instanceof File)) return new Response('There is no file.', { status: 400 });
  const { markdown } = await trawl.parse(file);
  return Response.json({ markdown });
}

export async function webhook(request: Request): Promise<Response> {
  try {
    const signature = request.headers.get('x-firecrawl-signature');
    await verifyWebhook(await request.text(), signature, process.env.WEBHOOK_SECRET ?? '');
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response('Not signed by the service', { status: 400 });
  }
}

function urlOf(request: Request): string {
  return new URL(request.url).searchParams.get('url') ?? '';
}
