import type { AgentJob } from '@trawl/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Page, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { type ModelReply, type ModelServer, replyFrom, startModel } from './model-server.js';
import { call, startServer } from './server.js';

const KEY = 'sk-xyzzy-0123456789';

const SCHEMA = {
  type: 'object',
  properties: { price: { type: 'number' }, departure: { type: 'string' } },
  required: ['price'],
};

let model: ModelServer;
let server: Awaited<ReturnType<typeof startServer>>;
const lines: string[] = [];

beforeAll(async () => {
  model = await startModel([], afterAll);
  server = await startServer(
    {
      ...{ allowPrivateNetworks: true, quiet: false, log: (line: string) => lines.push(line) },
      ...{ modelUrl: model.url, modelName: 'small', modelKey: KEY },
    },
    afterAll,
  );
});

beforeEach(() => {
  model.requests.length = 0;
});

const tool = (name: string, input: object): ModelReply => ({ toolCalls: [{ name, arguments: input }] });

/** Starts a job, and returns its state when it is over. */
async function run(path: '/v2/agent' | '/v2/extract', body: object, replies: Parameters<typeof replyFrom>[0]) {
  model.reply = replyFrom(replies);
  const started = await call(server, `POST ${path}`, { body });
  expect(started.status).toBe(200);
  const { id } = started.body as { id: string };
  const state = async () => (await call(server, `GET ${path}/${id}`)).body as AgentJob & Record<string, unknown>;
  await eventually(async () => (await state()).status).not.toBe('processing');
  return { id, started, state: await state() };
}

const ferry: Record<string, Page> = {
  '/': '<title>Port</title><main><h1>Port</h1><p>See <a href="/ferry">the ferry</a>.</p></main>',
  '/ferry': '<title>Ferry</title><main><h1>Ferry</h1><p>It leaves at 9:15. A ticket costs 12 euros.</p></main>',
};

test('an agent goes from a question to a typed answer with sources', async () => {
  const { url, visits } = await site(ferry);
  const answer = {
    data: { price: 12, departure: '9:15', mood: 'good' },
    sources: [
      { field: 'price', urls: [`${url}/ferry`, 'https://elsewhere.example/'] },
      { field: 'data.departure', urls: [`${url}/never-read`] },
    ],
  };
  const { state } = await run('/v2/agent', { prompt: 'What is the fare?', urls: [`${url}/`], schema: SCHEMA }, [
    tool('read', { url: `${url}/` }),
    tool('read', { url: `${url}/ferry` }),
    tool('answer', answer),
  ]);
  expect(state).toMatchObject({
    ...{ success: true, status: 'completed', model: 'spark-1-pro', creditsUsed: 2 },
    data: { price: 12, departure: '9:15' },
    sources: { price: [`${url}/ferry`] },
    warning: 'No page that was read is named as the source of: departure.',
  });
  expect(state.data).not.toHaveProperty('mood');
  expect(visits).toEqual(['/', '/ferry']);
});
