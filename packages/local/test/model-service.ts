import { afterAll, beforeAll } from 'vitest';
import type { LocalServerOptions } from '../src/index.js';
import { site } from './crawl/site.js';
import { type ModelServer, replyFrom, startModel } from './model-server.js';
import type { OnFinished } from './on-finished.js';
import { call, startServer } from './server.js';

const KEY = 'sk-xyzzy-0123456789';

export const PAGE = `<!doctype html><html lang="en"><title>Ferry</title><main><h1>The ferry</h1>
  <p>The ferry leaves at 9:15 every morning. A ticket costs 12 euros.</p></main>`;

/**
 * What starts the tests of a file: with a page that no other test has, and a service whose model answers as told. That is
 * the one of all tests, unless a test has options.
 */
export function modelService() {
  let shared: Awaited<ReturnType<typeof open>>;
  let edition = 0;

  beforeAll(async () => {
    shared = await open({}, afterAll);
  });

  return async function start(
    replies: Parameters<typeof startModel>[0],
    { html = PAGE, ...options }: LocalServerOptions & { readonly html?: string } = {},
  ) {
    edition += 1;
    const { url, visits } = await site({ '/page': html.replace('</main>', `<p>Edition ${edition}.</p></main>`) });
    const service = Object.keys(options).length > 0 ? await open(options) : shared;
    const { model, server } = service;
    model.requests.length = 0;
    model.reply = replyFrom(replies);
    const scrape = async (body: object) =>
      (await call(server, 'POST /v2/scrape', { body: { url: `${url}/page`, ...body } })) as {
        status: number;
        body: { data: Record<string, unknown> & { warning?: string; metadata: { creditsUsed: number } } };
      };
    return { ...service, scrape, visits };
  };
}

/** A service with a model. */
async function open(options: LocalServerOptions, onFinished?: OnFinished) {
  const model = await startModel([], onFinished);
  const lines: string[] = [];
  const server = await startServer(
    {
      allowPrivateNetworks: true,
      quiet: false,
      log: (line: string) => lines.push(line),
      modelUrl: model.url,
      modelName: 'small',
      modelKey: KEY,
      ...options,
    },
    onFinished,
  );
  return { model, server, lines };
}

/** What the model was told in a request, after the message of the system. */
export const told = ({ requests }: ModelServer, index = 0) =>
  requests[index]?.body.messages
    .slice(1)
    .map(({ content }) => content)
    .join('\n') ?? '';
