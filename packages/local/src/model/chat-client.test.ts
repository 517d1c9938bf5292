import type { Socket } from 'node:net';
import { createVirtualClock, type MovableClock, systemClock } from '@trawl/base/clock';
import OpenAI from 'openai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Page, site } from '../../test/crawl/site.js';
import { type ChatRequest, type ModelReply, startModel } from '../../test/model-server.js';
import { ChatClient } from './chat-client.js';
import { ModelFailure, type ModelRequest } from './model.js';

const KEY = 'sk-xyzzy-0123456789';

const question = { team: 'team', messages: [{ role: 'user', content: 'Say yes.' }] } as const;

async function start(reply: Parameters<typeof startModel>[0], clock: MovableClock | typeof systemClock = systemClock) {
  const model = await startModel(reply);
  const client = new ChatClient({ url: model.url, name: 'small', key: KEY, clock });
  const complete = (request: Partial<ModelRequest> = {}) =>
    client.complete({
      ...question,
      deadline: clock.now() + 60_000,
      signal: new AbortController().signal,
      ...request,
    });
  return { model, complete };
}

afterEach(() => vi.unstubAllEnvs());

test('an answer has its text and what it cost', async () => {
  const { model, complete } = await start([{ content: '<think>Hm.</think>\n Yes. ', tokens: 12 }]);
  expect(await complete()).toEqual({ text: 'Yes.', calls: [], tokens: 12 });
  expect(model.requests[0]?.body).toMatchObject({ model: 'small', stream: false, temperature: 0, max_tokens: 4096 });
});

test('tokens that the server does not count are estimated', async () => {
  const { complete } = await start([{ raw: JSON.stringify({ choices: [{ message: { content: 'Yes.' } }] }) }]);
  expect(await complete()).toEqual({ text: 'Yes.', calls: [], tokens: 3 });
});

test('only the key of the model is sent, and nothing of the variables of another service', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'other');
  vi.stubEnv('OPENAI_ORG_ID', 'other');
  vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Secret: other');
  const { model, complete } = await start(['Yes.', 'Yes.']);
  await complete();
  const keyless = new ChatClient({ url: model.url, name: 'small', key: undefined, clock: systemClock });
  await keyless.complete({ ...question, deadline: Date.now() + 60_000, signal: new AbortController().signal });
  const [first, second] = model.requests;
  expect(first?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(second?.headers).not.toHaveProperty('authorization');
  expect(JSON.stringify(model.requests)).not.toMatch(/other|x-stainless/);
});

test('a server that refuses a parameter is asked without it from then on', async () => {
  const refuse = (parameter: string): ModelReply => ({ status: 400, message: `'${parameter}' is not supported` });
  const { model, complete } = await start((body: ChatRequest) => {
    const name = ['response_format', 'temperature', 'max_tokens'].find((parameter) => parameter in body);
    return name ? refuse(name) : '{"a": 1}';
  });
  const json = { type: 'object', properties: { a: { type: 'number' } } };
  expect((await complete({ json })).text).toBe('{"a": 1}');
  await complete({ json });
  expect(model.requests).toHaveLength(5);
  expect(model.requests[0]?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema: json } });
  expect(model.requests[4]?.body).toMatchObject({ max_completion_tokens: 4096 });
});

describe('tools', () => {
  const look = {
    name: 'look',
    description: 'Looks.',
    input: { type: 'object', properties: { at: { type: 'string' } } },
  };
  const call = { name: 'look', input: { at: 'page' } };
  const later: ModelRequest['messages'] = [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'Look twice.' },
    { role: 'assistant', content: '', calls: [{ ...call, id: 'c1' }] },
    { role: 'tool', call: 'c1', content: 'Nothing.' },
    { role: 'user', content: 'Go on.' },
  ];

  test('are offered and called', async () => {
    const { model, complete } = await start([
      { toolCalls: [{ name: 'look', arguments: { at: 'page' } }], finish: 'tool_calls' },
      { content: 'I see.', toolCalls: [{ name: 'look', arguments: 'no object' }] },
    ]);
    expect(await complete({ messages: later, tools: [look] })).toEqual({ text: '', calls: [call], tokens: 30 });
    expect(await complete({ tools: [look] })).toMatchObject({ text: 'I see.', calls: [{ name: 'look' }] });
    const [first] = model.requests;
    expect(first?.body.tools).toEqual([
      { type: 'function', function: { name: 'look', description: 'Looks.', parameters: look.input } },
    ]);
    expect(first?.body.messages.slice(2, 4)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"page"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Nothing.' },
    ]);
  });

  test.each([
    [400, 'registry.ollama.ai/library/tiny does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
  ])('are called with JSON on a server that refuses them with %i: %s', async (status, message) => {
    const { model, complete } = await start((body) =>
      'tools' in body ? { status, message } : '```json\n{"tool": "look", "input": {"at": "page"}}\n```',
    );
    expect((await complete({ messages: later, tools: [look] })).calls).toEqual([call]);
    expect((await complete({ tools: [look] })).calls).toEqual([call]);
    expect(model.requests).toHaveLength(3);
    const { response_format, messages = [] } = model.requests[1]?.body ?? {};
    expect(response_format?.json_schema?.schema).toMatchObject({ properties: { tool: { enum: ['look'] } } });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[1]?.content).toMatch(
      /^Look twice\.\n\nCall one tool [\s\S]*look: Looks\. Input: \{"type":"object"/,
    );
    expect(messages[2]?.content).toBe('{"tool":"look","input":{"at":"page"}}');
    expect(messages[3]?.content).toBe('Nothing.\n\nGo on.');
  });

  test.each<[string, ModelReply]>([
    ['nothing', { content: null }],
    ['a call that is cut off', { toolCalls: [{ name: 'look', arguments: {} }], finish: 'length' }],
    ['other JSON', '{"name": "Ada", "born": 1815}'],
  ])('are not called with %s', async (_, reply) => {
    const { complete } = await start([reply]);
    expect((await complete({ tools: [look] })).calls).toEqual([]);
  });

  test('are not called with the key', async () => {
    const { complete } = await start([{ toolCalls: [{ name: 'look', arguments: { at: KEY } }] }]);
    await expect(complete({ tools: [look] })).rejects.toThrow('it repeats the key');
  });
});

/** Each turn advances the virtual clock, and none of them takes long. */
const WAIT = { timeout: 10_000, interval: 5 };

describe('a server that is busy', () => {
  const busy: ModelReply = { status: 429, headers: { 'Retry-After': '20' } };

  test.each<[string, ModelReply, number]>([
    ['by seconds', busy, 20_000],
    ['by a date', { status: 503, headers: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:20 GMT' } }, 20_000],
    ['by nothing', { status: 502 }, 1_000],
  ])('is asked again when it says, %s', async (_, refusal, waitMs) => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 1));
    const times: number[] = [];
    const { complete } = await start(() => {
      times.push(clock.now());
      return times.length === 1 ? refusal : 'Yes.';
    }, clock);
    const answer = complete();
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(times).toHaveLength(2);
    }, WAIT);
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(waitMs);
    expect((await answer).text).toBe('Yes.');
  });

  test('is not waited for beyond the deadline of the call', async () => {
    const { model, complete } = await start([busy], createVirtualClock());
    await expect(complete({ deadline: Date.UTC(2026, 0, 1) + 15_000 })).rejects.toThrow(
      'the language model takes no more requests now (status 429): try again in 20 seconds',
    );
    expect(model.requests).toHaveLength(1);
  });
});

describe('no usable answer is one failure, which repeats neither key nor words of the server:', () => {
  test.each<[string, ModelReply, string]>([
    ['cut off by the limit', { content: 'Ye', finish: 'length' }, 'no usable answer: it was cut off'],
    ['a connection that breaks', { fault: 'cut-off' }, 'cannot be reached'],
    ['not JSON', { raw: '{"choices": [' }, 'no usable answer: it is not JSON'],
    ['a page of HTML', { raw: `<html>${KEY}</html>`, type: 'text/html' }, 'no usable answer: it has no text'],
    [
      'a stream',
      { raw: 'data: {"choices": [{"delta": {"content": "Yes"}}]}\n\ndata: [DONE]\n\n', type: 'text/event-stream' },
      'it is a stream, and none was asked for',
    ],
    ['a stream of another type', { raw: ': ping\n\ndata: {}\n\n', type: 'text/plain' }, 'it is a stream'],
    ['no choices', { raw: '{}' }, 'no usable answer: it has no text'],
    ['over-long', { content: 'a'.repeat(2_000_000) }, 'no usable answer: it is too long'],
    ['a refusal', { refusal: 'I cannot.' }, 'declined to answer'],
    ['a tool where none is offered', { toolCalls: [{ name: 'fetch', arguments: {} }] }, 'it has no text'],
    ['the key', { content: `Your key is ${KEY}.` }, 'it repeats the key'],
    ['a wrong key', { status: 401, message: `Incorrect API key: ${KEY}` }, 'status 401: check `modelKey`'],
    ['an unknown model', { status: 404, message: 'no such model' }, 'status 404: check `modelUrl` and `modelName`'],
    ['a redirect', { status: 307, headers: { Location: 'http://127.0.0.1:1/' } }, 'cannot be reached'],
  ])('%s', async (_, reply, words) => {
    const { complete } = await start([reply]);
    const error = await complete().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelFailure);
    expect(error).toHaveProperty('message', expect.stringContaining(words));
    expect((error as Error).message).not.toMatch(/xyzzy|no such/);
  });

  test.each(['silence', 'stall'] as const)('one that never ends, in %s', async (fault) => {
    const { complete } = await start([{ fault }]);
    await expect(complete({ deadline: Date.now() + 200 })).rejects.toThrow('the language model took too long');
  });

  test('one that there was no time for', async () => {
    const { model, complete } = await start([]);
    await expect(complete({ deadline: Date.now() })).rejects.toThrow('no time was left for the language model');
    expect(model.requests).toEqual([]);
  });
});

test('a connection that the server had kept, and closes as it is used, does not fail the call', async () => {
  const used = new Set<Socket>();
  let closed = 0;
  const answer: Page = ({ socket }, response) => {
    if (used.has(socket)) {
      closed += 1;
      socket.destroy();
      return;
    }
    used.add(socket);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { content: 'Yes.' } }] }));
  };
  const { url } = await site({ '/v1/chat/completions': answer });
  const client = new ChatClient({ url: `${url}/v1`, name: 'small', key: undefined, clock: systemClock });
  const { signal } = new AbortController();
  for (let calls = 0; calls < 3; calls++) {
    expect(await client.complete({ ...question, deadline: Date.now() + 60_000, signal })).toMatchObject({
      text: 'Yes.',
    });
  }
  expect(closed).toBeGreaterThan(0);
});

test('a call that is ended ends the request', async () => {
  const { model, complete } = await start([{ fault: 'silence' }]);
  const controller = new AbortController();
  const answer = complete({ signal: controller.signal });
  await expect.poll(() => model.requests).toHaveLength(1);
  controller.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});

test('the scripted server speaks what clients of the protocol read, streamed and with tools', async () => {
  const toolCalls = [{ name: 'look', arguments: { at: 'page' } }];
  const model = await startModel(['Yes, it is.', { toolCalls, finish: 'tool_calls' }]);
  const client = new OpenAI({ baseURL: model.url, apiKey: 'none', maxRetries: 0 });
  const request = { model: 'small', messages: [...question.messages] };
  let text = '';
  for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
    text += chunk.choices[0]?.delta.content ?? '';
  }
  expect(text).toBe('Yes, it is.');
  const { choices } = await client.chat.completions.create(request);
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: { name: 'look', arguments: '{"at":"page"}' } }] },
  });
});
