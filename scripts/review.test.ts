import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ACTIONS, changed, pullRequestEvent } from './pull-request/events-for-tests.js';
import { review } from './pull-request/program.js';
import { APPROVAL_LABEL } from './pull-request/review.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'review-'));
const at = (file: string) => join(folder, file);

const CONTRACT = `openapi: 3.1.0
info: { title: Things, version: 2.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        '200': { description: The things. }
`;

let comments: { id: number; body: string }[] = [];
let calls: string[] = [];
const github = createServer(async (request, response) => {
  calls.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
  const body = await text(request);
  if (request.method === 'POST') comments.push({ id: comments.length + 1, body: JSON.parse(body).body });
  if (request.method === 'DELETE') comments = [];
  response.end(request.method === 'GET' ? JSON.stringify(comments) : '{}');
});

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

beforeAll(async () => {
  mkdirSync(at('openapi'));
  mkdirSync(at('.changeset'));
  cpSync(join(root, 'tsconfig.base.json'), at('tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), at('node_modules'));
  writeFileSync(at('package.json'), '{ "private": true, "workspaces": ["packages/*"] }');
  writeFileSync(at('package-lock.json'), '{}');
  writeFileSync(at('.gitignore'), 'node_modules\n');
  writeFileSync(at('.changeset/config.json'), '{ "changelog": false, "access": "public", "baseBranch": "main" }');
  for (const name of ['client', 'sdk']) {
    mkdirSync(at(`packages/${name}`), { recursive: true });
    writeFileSync(at(`packages/${name}/package.json`), `{ "name": "@trawl/${name}", "version": "1.0.0" }`);
  }
  writeFileSync(at('openapi/v2.yaml'), CONTRACT);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Base');
  github.listen(0, '127.0.0.1');
  await once(github, 'listening');
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(root);
  github.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  comments = [];
  calls = [];
});

interface Situation {
  readonly contract: string;
  readonly bump?: string;
  readonly labels?: readonly string[];
  readonly fork?: boolean;
  /** What has been done to the pull request. */
  readonly action?: (typeof ACTIONS)[number];
  /** On the machine of somebody, and not in a workflow. */
  readonly isLocal?: boolean;
}

/** Reviews as the workflow does a pull request from the commit that the repository begins with. */
async function reviewed({
  contract,
  bump,
  labels = [],
  fork = false,
  action = 'synchronize',
  isLocal = false,
}: Situation) {
  writeFileSync(at('openapi/v2.yaml'), contract);
  writeFileSync(at('summary.md'), '');
  rmSync(at('.changeset/change.md'), { force: true });
  if (bump) {
    writeFileSync(
      at('.changeset/change.md'),
      `---\n'@trawl/client': ${bump}\n'@trawl/sdk': ${bump}\n---\n\nA change.\n`,
    );
  }
  const sha = git('rev-parse', 'HEAD').trim();
  const event = changed(pullRequestEvent(action), { baseSha: sha, headSha: sha, labels, fork });
  writeFileSync(at('event.json'), JSON.stringify(event));
  const env = {
    GITHUB_EVENT_PATH: isLocal ? '' : at('event.json'),
    GITHUB_STEP_SUMMARY: at('summary.md'),
    GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    GITHUB_TOKEN: 'token',
  };
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  const status = await review({ env, print, complain: print });
  return { status, output: lines.join('\n'), summary: readFileSync(at('summary.md'), 'utf8') };
}

const BROKEN = CONTRACT.replace('name: limit, in: query', 'name: limit, in: query, required: true');
const LARGER = CONTRACT.replace(
  '{ description: The things. }',
  "{ description: The things. }\n        '404': { description: None. }",
);

it('objects to a change that breaks, in the comment, in the summary, on the line and in the status', async () => {
  const { status, output, summary } = await reviewed({ contract: BROKEN, bump: 'major' });
  expect(output).toMatch(/^::error .*file=openapi\/v2\.yaml,line=\d+/m);
  expect(output).toContain('::error title=Contract::1 breaking change');
  expect(status).toBe(1);
  expect(summary).toContain('GET /things');
  expect(comments.map(({ body }) => body)).toEqual([expect.stringContaining(summary.trim())]);
});

it('lets it pass when a maintainer has approved it, and keeps the report', async () => {
  const approved = { contract: BROKEN, bump: 'major', labels: ['bug', APPROVAL_LABEL] };
  const { status } = await reviewed({ ...approved, action: 'labeled' });
  expect(status).toBe(0);
  expect(comments).toHaveLength(1);
});

it('objects again when the approval is taken back', async () => {
  const { status } = await reviewed({ contract: BROKEN, bump: 'major', labels: ['bug'], action: 'unlabeled' });
  expect(status).toBe(1);
});

it('does not let it pass as a minor release, approved or not', async () => {
  const { status, output } = await reviewed({ contract: BROKEN, bump: 'minor', labels: [APPROVAL_LABEL] });
  expect(output).toContain('The contract asks for a major release of @trawl/client');
  expect(status).toBe(1);
});

it('lets additions pass that are planned so, and not those that nobody planned', async () => {
  expect((await reviewed({ contract: LARGER, bump: 'minor' })).status).toBe(0);
  expect((await reviewed({ contract: LARGER })).status).toBe(1);
});

it('takes its comment away when nothing has changed any more', async () => {
  await reviewed({ contract: BROKEN, bump: 'major' });
  expect(comments).toHaveLength(1);
  const { status, summary } = await reviewed({ contract: CONTRACT });
  expect(status).toBe(0);
  expect(summary).toBe('The contract has not changed.\n');
  expect(comments).toEqual([]);
});

it('writes only the summary for a fork, whose token may not comment', async () => {
  const { status, summary } = await reviewed({ contract: BROKEN, bump: 'major', fork: true });
  expect(status).toBe(1);
  expect(summary).toContain('GET /things');
  expect(calls).toEqual([]);
});

it.each(['opened', 'reopened'] as const)('comments on a pull request that was %s', async (action) => {
  expect((await reviewed({ contract: LARGER, bump: 'minor', action })).status).toBe(0);
  const path = '/repos/Codertocat/Hello-World/issues/2/comments';
  expect(calls).toEqual([`GET ${path}`, `POST ${path}`]);
});

it('prints on the own machine what the pull request would show, and calls nobody', async () => {
  const { status, output, summary } = await reviewed({ contract: BROKEN, bump: 'minor', isLocal: true });
  expect(status).toBe(1);
  expect(output).toMatch(/^## Contract changes\n/);
  expect(output).toContain('GET /things');
  expect(output).toContain('The contract asks for a major release of @trawl/client');
  expect(summary).toBe('');
  expect(calls).toEqual([]);
});

it('ends with status 2 and a sentence when the contract cannot be read', async () => {
  const { status, output } = await reviewed({ contract: 'openapi: [' });
  expect(output).toContain('openapi/v2.yaml');
  expect(output).not.toContain('    at ');
  expect(status).toBe(2);
});
