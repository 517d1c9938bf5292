import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Change,
  type Comment,
  connectToGitHub,
  type GitHub,
  pullRequestOf,
  type Report,
  syncComment,
  type Verdict,
} from '@trawl/spec-diff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from './pull-request/changes-for-tests.js';
import { ACTIONS, changed, otherEvent, pullRequestEvent } from './pull-request/events-for-tests.js';
import { APPROVAL_LABEL, type Approval, approvalOf, objections, plannedBumps } from './pull-request/review.js';

describe('the event', () => {
  it.each(ACTIONS)('of a pull request that was %s says where it goes, and what has been set on it', (action) => {
    expect(pullRequestOf(pullRequestEvent(action))).toEqual({
      repository: 'Codertocat/Hello-World',
      number: 2,
      baseSha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
      headSha: pullRequestEvent(action).pull_request.head.sha,
      isFork: false,
      labels: ['bug'],
      ...(action === 'labeled' && { newLabel: 'bug' }),
    });
  });

  it('knows a fork, even a deleted one', () => {
    const forked = changed(pullRequestEvent('opened'), { fork: true });
    const { pull_request: pull } = forked;
    const deleted = { ...forked, pull_request: { ...pull, head: { ...pull.head, repo: null } } };
    expect([forked, deleted].map((payload) => pullRequestOf(payload).isFork)).toEqual([true, true]);
  });

  it.each([otherEvent('push'), otherEvent('fork'), null, 'text'])('of another kind is refused (%#)', (other) => {
    expect(() => pullRequestOf(other)).toThrow('The event is not that of a pull request');
  });
});

describe('the comment', () => {
  let comments: Comment[] = [];
  let calls: string[] = [];
  let github: GitHub;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    let text = '';
    for await (const chunk of request) text += chunk;
    calls.push(method);
    if (headers.authorization !== 'Bearer secret-token')
      return response.writeHead(401).end('{"message":"Bad credentials"}');
    const [, id = ''] = /comments\/(\d+)$/.exec(url) ?? [];
    const { searchParams } = new URL(url, 'http://github');
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    if (method === 'GET') return response.end(JSON.stringify(comments.slice((page - 1) * size, page * size)));
    if (method === 'DELETE') comments = comments.filter((comment) => comment.id !== Number(id));
    else {
      const { body } = JSON.parse(text);
      if (method === 'POST') comments = [...comments, { id: 1000 + comments.length, body }];
      else comments = comments.map((comment) => (comment.id === Number(id) ? { ...comment, body } : comment));
    }
    return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'DELETE' ? undefined : '{}');
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  beforeEach(() => {
    const { port } = server.address() as AddressInfo;
    const apiUrl = `http://127.0.0.1:${port}`;
    github = connectToGitHub({ apiUrl, repository: 'trawl/trawl', token: 'secret-token' });
    comments = Array.from({ length: 130 }, (_, id) => ({ id, body: `Comment ${id}` }));
    calls = [];
  });

  const ours = () => comments.slice(130).map(({ body }) => body.split('\n').slice(1).join('\n'));

  it('is made once, kept up to date, and left alone while nothing is new', async () => {
    await syncComment(github, 12, 'openapi.yaml', 'One change.');
    expect(ours()).toEqual(['One change.']);
    await syncComment(github, 12, 'openapi.yaml', 'Two changes.');
    expect(ours()).toEqual(['Two changes.']);
    calls = [];
    await syncComment(github, 12, 'openapi.yaml', 'Two changes.');
    expect(calls).toEqual(['GET', 'GET']);
  });

  it('goes when nothing has changed any more, and others stay', async () => {
    await syncComment(github, 12, 'openapi.yaml', 'One change.');
    await syncComment(github, 12, 'openapi.yaml', undefined);
    expect(comments).toHaveLength(130);
    calls = [];
    await syncComment(github, 12, 'openapi.yaml', undefined);
    expect(calls).toEqual(['GET', 'GET']);
  });

  it('is one again after two runs made one each', async () => {
    await syncComment(github, 12, 'openapi.yaml', 'One change.');
    comments = [...comments, { id: 5000, body: comments[130]?.body ?? '' }];
    await syncComment(github, 12, 'openapi.yaml', 'Two changes.');
    expect(ours()).toEqual(['Two changes.']);
  });

  it('fails with what GitHub said, and without the token', async () => {
    const { port } = server.address() as AddressInfo;
    const options = { apiUrl: `http://127.0.0.1:${port}`, repository: 'trawl/trawl', token: 'wrong-token' };
    const failure = await syncComment(connectToGitHub(options), 12, 'openapi.yaml', 'Text').catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain('with 401 Bad credentials');
    expect(failure).not.toContain('wrong-token');
  });
});

describe('the review', () => {
  const report = (verdict: Verdict, ...levels: Change['level'][]): Report => ({
    verdict,
    verdicts: { wire: verdict, types: verdict },
    changes: levels.map((level) => change({ level })),
  });
  const planned = (bump: Verdict) => ({ '@trawl/client': bump, '@trawl/sdk': bump });

  it('objects to what breaks, until it is approved for this commit', () => {
    const broken = report('major', 'breaking', 'docs');
    const objectionsTo = (approval: Approval) => objections(broken, { approval, plannedBumps: planned('major') });
    expect(objectionsTo('none')).toEqual([
      `1 breaking change: mend them, or have a maintainer set the label “${APPROVAL_LABEL}”.`,
    ]);
    expect(objectionsTo('an earlier commit')).toEqual([
      `1 breaking change: mend them, or have a maintainer remove the label “${APPROVAL_LABEL}” and set it again: it was not set for this commit.`,
    ]);
    expect(objectionsTo('this commit')).toEqual([]);
  });

  it.each([
    ['labeled', APPROVAL_LABEL, 'this commit'],
    ['labeled', 'docs', 'an earlier commit'],
    ['unlabeled', APPROVAL_LABEL, 'an earlier commit'],
    ['synchronize', undefined, 'an earlier commit'],
    ['reopened', undefined, 'an earlier commit'],
  ] as const)('takes the label, where it was %s (%s), as an approval of %s', (action, label, approval) => {
    const situation = { labels: ['docs', APPROVAL_LABEL], ...(label && { label }) };
    expect(approvalOf(pullRequestOf(changed(pullRequestEvent(action), situation)))).toBe(approval);
  });

  it('objects to a release that is too small, approved or not', () => {
    const circumstances = {
      approval: 'this commit',
      plannedBumps: { '@trawl/client': 'major', '@trawl/sdk': 'minor' },
    } as const;
    expect(objections(report('major', 'breaking'), circumstances)).toEqual([
      'The contract asks for a major release of @trawl/sdk, and the changesets plan a minor one: run `npx changeset`.',
    ]);
    expect(objections(report('minor', 'additive'), { approval: 'none', plannedBumps: planned('none') })).toHaveLength(
      2,
    );
  });

  it.each(['none', 'patch', 'minor'] as const)('has nothing against a %s change that is planned so', (verdict) => {
    expect(objections(report(verdict, 'docs'), { approval: 'none', plannedBumps: planned(verdict) })).toEqual([]);
    expect(objections(report(verdict, 'docs'), { approval: 'none', plannedBumps: planned('major') })).toEqual([]);
  });
});

describe('what the changesets plan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changesets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read for the packages that follow the contract, and is none for the others', async () => {
    const write = (file: string, value: object | string) =>
      writeFileSync(join(folder, file), typeof value === 'string' ? value : JSON.stringify(value));
    mkdirSync(join(folder, '.changeset'));
    write('package.json', { name: 'root', private: true, workspaces: ['packages/*'] });
    write('package-lock.json', {});
    for (const name of ['client', 'sdk']) {
      mkdirSync(join(folder, 'packages', name), { recursive: true });
      write(`packages/${name}/package.json`, { name: `@trawl/${name}`, version: '1.2.3' });
    }
    write('.changeset/config.json', { changelog: false, commit: false, access: 'public', baseBranch: 'main' });
    write('.changeset/one.md', "---\n'@trawl/client': minor\n---\n\nA field.\n");
    expect(await plannedBumps(folder)).toEqual({ '@trawl/client': 'minor', '@trawl/sdk': 'none' });
  });
});
