import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { run } from '@trawl/spec-diff';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changed, otherEvent, pullRequestEvent } from './pull-request/events-for-tests.js';

const program = fileURLToPath(new URL('./spec-diff.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'comment-'));
const at = (name: string) => join(folder, name);

const contract = (type: string) =>
  `openapi: 3.1.0\ninfo: { title: Things, version: 1.0.0 }\npaths: { /things: { get: { parameters: [{ name: limit, in: query, schema: { type: ${type} } }], responses: {} } } }\n`;

let comments: { id: number; body: string }[] = [];
let calls: string[] = [];
/** The statuses with which the next calls are refused. */
let failures: number[] = [];

/** Answers the calls for the comments of an issue as GitHub documents them. */
const github = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const body = await text(request);
  const failure = failures.shift();
  if (failure !== undefined) {
    response.writeHead(failure, { 'retry-after': '0' }).end(JSON.stringify({ message: 'Resource not accessible' }));
    return;
  }
  calls.push(`${method} ${url.replace(/\?.*/, '')}`);
  const answer = (status: number, value?: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(value === undefined ? undefined : JSON.stringify(value));
  if (headers.authorization !== 'Bearer token') {
    return answer(401, {
      message: 'Bad credentials',
      documentation_url: 'https://docs.github.com/rest',
      status: '401',
    });
  }
  const id = Number(/comments\/(\d+)$/.exec(url)?.[1]);
  if (method === 'GET') return answer(200, comments);
  if (method === 'DELETE') {
    comments = comments.filter((comment) => comment.id !== id);
    return answer(204);
  }
  const comment = { id: method === 'POST' ? 9000 + comments.length : id, body: JSON.parse(body).body as string };
  comments = [...comments.filter((other) => other.id !== comment.id), comment];
  return answer(method === 'POST' ? 201 : 200, comment);
});

beforeAll(async () => {
  github.listen(0, '127.0.0.1');
  await once(github, 'listening');
  writeFileSync(at('integer.yaml'), contract('integer'));
  writeFileSync(at('string.yaml'), contract('string'));
  writeFileSync(at('number.yaml'), contract('number'));
});

afterAll(() => {
  github.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

beforeEach(() => {
  comments = [{ id: 1, body: 'A comment of somebody.' }];
  calls = [];
  failures = [];
});

/** What the program reads of a run of a workflow. */
function variables(event: unknown, token: string) {
  writeFileSync(at('event.json'), JSON.stringify(event));
  return {
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    GITHUB_TOKEN: token,
  };
}

const OPTIONS = ['--comment', '--fail-on', 'none', '--contract', 'api.yaml'];

/** Runs the program in this process. */
async function specDiff(before: string, after: string, event: unknown, token = 'token') {
  for (const [name, value] of Object.entries(variables(event, token))) vi.stubEnv(name, value);
  vi.spyOn(console, 'log').mockReturnValue();
  const complained = vi.spyOn(console, 'error').mockClear().mockReturnValue();
  const status = await run([at(before), at(after), ...OPTIONS]);
  return { status, complaint: complained.mock.calls.flat().join('\n') };
}

it('makes one comment, updates it, and removes it when nothing is left to say', async () => {
  const event = pullRequestEvent('synchronize');
  expect(await specDiff('integer.yaml', 'string.yaml', event)).toEqual({ status: 0, complaint: '' });
  expect(calls).toEqual([
    'GET /repos/Codertocat/Hello-World/issues/2/comments',
    'POST /repos/Codertocat/Hello-World/issues/2/comments',
  ]);
  expect(comments.at(-1)?.body).toContain('The type is `string` now; it was `integer`.');

  await specDiff('integer.yaml', 'number.yaml', event);
  expect(comments).toHaveLength(2);
  expect(comments.at(-1)?.body).toContain('The type is `number` now; it was `integer`.');

  await specDiff('integer.yaml', 'integer.yaml', event);
  expect(comments).toEqual([{ id: 1, body: 'A comment of somebody.' }]);
});

it('writes nothing into a pull request from a fork, and says so', async () => {
  const fork = changed(pullRequestEvent('opened'), { fork: true });
  const { status, complaint } = await specDiff('integer.yaml', 'string.yaml', fork);
  expect(status).toBe(0);
  expect(complaint).toContain('on a pull request from a fork');
  expect(calls).toEqual([]);
});

it('ends with 2 and one sentence where there is no pull request, or the token is refused', async () => {
  expect(await specDiff('integer.yaml', 'string.yaml', otherEvent('push'))).toMatchObject({
    status: 2,
    complaint: expect.stringMatching(/^--comment: The event is not that of a pull request/),
  });
  const refused = await specDiff('integer.yaml', 'string.yaml', pullRequestEvent('opened'), 'wrong-token');
  expect(refused.status).toBe(2);
  expect(refused.complaint).toMatch(/^The comment could not be kept up to date: .*401 Bad credentials$/);
  expect(refused.complaint).not.toContain('wrong-token');
});

it('tries again when GitHub fails or has had too many calls, and says what is missing when it goes on refusing', async () => {
  const event = pullRequestEvent('synchronize');
  failures = [502, 403];
  expect(await specDiff('integer.yaml', 'string.yaml', event)).toEqual({ status: 0, complaint: '' });
  expect(comments).toHaveLength(2);
  failures = [403, 403, 403];
  expect(await specDiff('integer.yaml', 'number.yaml', event)).toMatchObject({
    status: 2,
    complaint: expect.stringContaining('needs the permission `pull-requests: write`'),
  });
  failures = [502, 502, 502];
  expect(await specDiff('integer.yaml', 'number.yaml', event)).toMatchObject({
    status: 2,
    complaint: expect.stringContaining('run the job again'),
  });
});

it('names the contract in the comment, as a program of its own', async () => {
  const env = { ...process.env, ...variables(pullRequestEvent('synchronize'), 'token') };
  await promisify(execFile)(process.execPath, [program, 'integer.yaml', 'string.yaml', ...OPTIONS], {
    cwd: folder,
    env,
  });
  expect(comments.at(-1)?.body).toContain('## Contract changes of `string.yaml`');
});
