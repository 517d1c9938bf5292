import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true });
});

interface Situation {
  readonly contract: string;
  readonly bump?: string;
  readonly labels?: readonly string[];
  readonly fork?: boolean;
  /** What has been done to the pull request. */
  readonly action?: (typeof ACTIONS)[number];
  /** The label that was set or removed. */
  readonly label?: string;
  /** On the machine of somebody, and not in a workflow. */
  readonly isLocal?: boolean;
}

/** Reviews as the workflow does a pull request from the commit that the repository begins with. */
async function reviewed({
  contract,
  bump,
  labels = [],
  label = '',
  fork = false,
  action = 'synchronize',
  isLocal = false,
}: Situation) {
  writeFileSync(at('openapi/v2.yaml'), contract);
  writeFileSync(at('summary.md'), '');
  writeFileSync(at('report.md'), '');
  rmSync(at('.changeset/change.md'), { force: true });
  if (bump) {
    writeFileSync(
      at('.changeset/change.md'),
      `---\n'@trawl/client': ${bump}\n'@trawl/sdk': ${bump}\n---\n\nA change.\n`,
    );
  }
  const sha = git('rev-parse', 'HEAD').trim();
  const event = changed(pullRequestEvent(action), {
    baseSha: sha,
    headSha: sha,
    labels,
    fork,
    ...(label && { label }),
  });
  writeFileSync(at('event.json'), JSON.stringify(event));
  const env = {
    GITHUB_EVENT_PATH: isLocal ? '' : at('event.json'),
    GITHUB_STEP_SUMMARY: at('summary.md'),
    REPORT: at('report.md'),
  };
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  const status = await review({ env, print, complain: print });
  const [summary, report] = [at('summary.md'), at('report.md')].map((file) => readFileSync(file, 'utf8'));
  return { status, output: lines.join('\n'), summary, report };
}

const BROKEN = CONTRACT.replace('name: limit, in: query', 'name: limit, in: query, required: true');
const LARGER = CONTRACT.replace(
  '{ description: The things. }',
  "{ description: The things. }\n        '404': { description: None. }",
);

it('objects to a change that breaks, in the comment, in the summary, on the line and in the status', async () => {
  const { status, output, summary, report } = await reviewed({ contract: BROKEN, bump: 'major' });
  expect(output).toMatch(/^::error .*file=openapi\/v2\.yaml,line=\d+/m);
  expect(output).toContain('::error title=Contract::1 breaking change');
  expect(status).toBe(1);
  expect(summary).toContain('GET /things');
  expect(report?.trim()).toBe(summary?.trim());
});

it('lets it pass when a maintainer has approved it, and keeps the report', async () => {
  const approved = { contract: BROKEN, bump: 'major', labels: ['bug', APPROVAL_LABEL] };
  const { status, report } = await reviewed({ ...approved, action: 'labeled', label: APPROVAL_LABEL });
  expect(status).toBe(0);
  expect(report).toContain('GET /things');
});

it('objects again to what is pushed after the approval, and says how to approve it', async () => {
  const pushed = { contract: BROKEN, bump: 'major', labels: ['bug', APPROVAL_LABEL] };
  const { status, output } = await reviewed({ ...pushed, action: 'synchronize' });
  expect(status).toBe(1);
  expect(output).toContain('it was not set for this commit');
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

it('has nothing to comment on when nothing has changed', async () => {
  const { status, summary, report } = await reviewed({ contract: CONTRACT });
  expect(status).toBe(0);
  expect(summary).toBe('The contract has not changed.\n');
  expect(report).toBe('');
});

it.each(['opened', 'reopened'] as const)('reports on a pull request that was %s', async (action) => {
  const { status, report } = await reviewed({ contract: LARGER, bump: 'minor', action });
  expect(status).toBe(0);
  expect(report).toContain('404');
});

it('prints on the own machine what the pull request would show', async () => {
  const { status, output, summary } = await reviewed({ contract: BROKEN, bump: 'minor', isLocal: true });
  expect(status).toBe(1);
  expect(output).toMatch(/^## Contract changes of `openapi\/v2\.yaml`\n/);
  expect(output).toContain('GET /things');
  expect(output).toContain('The contract asks for a major release of @trawl/client');
  expect(summary).toBe('');
});

it('ends with status 2 and a sentence when the contract cannot be read', async () => {
  const { status, output } = await reviewed({ contract: 'openapi: [' });
  expect(output).toContain('openapi/v2.yaml');
  expect(output).not.toContain('    at ');
  expect(status).toBe(2);
});
