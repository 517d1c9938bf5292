import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const inRepository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const clean = inRepository('openapi/rules/fixtures');
const TWO_PROGRAMS_START = { timeout: 60_000 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trawl-lint-'));
  await cp(join(clean, 'samples'), join(folder, 'samples'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

test('a contract without a fault passes', TWO_PROGRAMS_START, async () => {
  const { status, output } = await lintWith({ from: 'query: trawl', to: 'query: seine' });

  expect(output).toContain("No results with a severity of 'hint' or higher found!");
  expect(status).toBe(0);
});

// Redocly names all that makes a contract invalid, and Spectral, which reads valid ones, all that breaks a rule.
test.for([
  {
    contract: 'an unreadable contract',
    faults: [
      {
        fault: 'YAML that cannot be read',
        from: 'summary: Search the web',
        to: 'summary: Search: the web',
        reason: 'bad indentation of a mapping entry',
      },
    ],
  },
  {
    contract: 'an ambiguous contract',
    faults: [
      {
        fault: 'a key that stands twice',
        from: 'paths:',
        to: 'security: []\n\npaths:',
        reason: 'duplicated mapping key',
      },
    ],
  },
  {
    contract: 'an invalid contract',
    faults: [
      {
        fault: 'a reference that leads nowhere',
        from: '#/components/parameters/JobId',
        to: '#/components/parameters/JobName',
        reason: "Can't resolve $ref",
      },
      {
        fault: 'a schema that is none',
        from: 'type: [string, "null"], maxLength: 80',
        to: 'type: text, maxLength: 80',
        reason: '`type` can be one of the following only',
      },
      {
        fault: 'an example that does not fit its schema',
        from: 'value: { id: "1"',
        to: 'value: { id: 1',
        reason: 'Example value must conform to the schema: `id` property type must be string.',
      },
    ],
  },
  {
    contract: 'a contract that breaks rules',
    faults: [
      {
        fault: 'a default of the wrong type',
        from: 'default: 10',
        to: 'default: ten',
        reason: 'Mend `default` or its schema: default must be integer.',
      },
      {
        fault: 'a breach of a house rule',
        from: 'maxLength: 500, description: The words to find.',
        to: 'maxLength: 500',
        reason: 'Describe the property "query"',
      },
    ],
  },
])('$contract fails with the place and the reason of each fault', TWO_PROGRAMS_START, async ({ faults }) => {
  const { status, output, lines } = await lintWith(...faults);

  faults.forEach(({ fault, reason }, index) => {
    expect(output, fault).toMatch(new RegExp(`contract\\.yaml(:|" \\()${lines[index]}:\\d+`));
    expect(output, fault).toContain(reason);
  });
  expect(status).toBe(1);
});

test('a contract that is not there fails', TWO_PROGRAMS_START, () => {
  const { status, output } = lint(join(folder, 'missing.yaml'));

  expect(output).toContain('missing.yaml does not exist');
  expect(status).toBe(1);
});

interface Replacement {
  readonly from: string;
  readonly to: string;
}

async function lintWith(...replacements: readonly Replacement[]) {
  let text = await readFile(join(clean, 'clean.yaml'), 'utf8');
  for (const { from, to } of replacements) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const contract = join(folder, 'contract.yaml');
  await writeFile(contract, text);
  const lines = replacements.map(({ to }) => text.slice(0, text.indexOf(to)).split('\n').length);
  return { ...lint(contract), lines };
}

function lint(contract: string) {
  const program = ['--import', 'tsx', inRepository('scripts/lint-contract.ts'), contract];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: inRepository('.'), encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
