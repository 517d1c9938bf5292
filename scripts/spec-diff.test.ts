import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const contract = readFileSync(join(root, 'openapi/v2.yaml'), 'utf8');
// The contract of the API with an operation under another name.
const renamed = contract.replace('operationId: mapSite\n', 'operationId: mapWebsite\n');

let folder: string;

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

// The type tests of one package: those of others take as long again.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spec-diff-test-'));
  mkdirSync(join(folder, 'packages'));
  for (const path of ['tsconfig.base.json', 'openapi', 'packages/client/src'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program as `npm run spec:diff` does. */
function run(...options: string[]): Promise<{ status: number | null; output: string; complaint: string }> {
  const program = fileURLToPath(new URL('./spec-diff.mjs', import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...options], { cwd: folder }, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, output: stdout, complaint: stderr });
    });
  });
}

describe('npm run spec:diff', () => {
  it('says what breaks of our contract, how it was written and is, and what it changes in the client', async () => {
    const [before, after, report] = [file('a.yaml', contract), file('b.yaml', renamed), join(folder, 'report.json')];
    const { status, output, complaint } = await run(before, after, '--types', '--output', `json=${report}`);
    expect({ status, complaint }).toEqual({ status: 1, complaint: '' });
    expect(output).toContain('operationId: mapSite\n');
    expect(output).toContain('operationId: mapWebsite\n');
    expect(output).toContain('- post: operations["mapSite"];\n      + post: operations["mapWebsite"];\n');
    expect(output).toContain('The type tests of the older contract');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      verdict: 'major',
      changes: [
        {
          rule: 'operation-renamed',
          level: 'breaking',
          operations: ['POST /v2/map'],
          before: 'mapSite',
          after: 'mapWebsite',
          location: { line: contract.slice(0, contract.indexOf('operationId: mapSite')).split('\n').length },
        },
      ],
    });
  });

  it('says how it is used', async () => {
    const { status, output } = await run('history', '--help');
    expect(status).toBe(0);
    expect(output).toContain('npm run spec:diff -- history');
    expect(output).toContain('openapi/v2.yaml');
  });

  it('prints what each rule finds, as the guide lists it', async () => {
    const { status, output } = await run('rules');
    expect(status).toBe(0);
    const guide = readFileSync(join(root, 'docs/contract-changes.md'), 'utf8');
    const list = guide.slice(guide.indexOf('<!-- rules: '), guide.indexOf('<!-- end of rules -->'));
    expect(list.slice(list.indexOf('\n')).trim()).toBe(output.trim());
  });
});
