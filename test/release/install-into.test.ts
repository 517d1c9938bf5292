import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('a package is installed into a new project with those that it needs', () => {
  const parent = mkdtempSync(join(tmpdir(), 'trawl-into-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const project = join(parent, 'project');
  const args = ['--import', 'tsx', 'scripts/install-into.ts', project, 'sdk', '--built'];
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
  expect(readdirSync(join(project, 'node_modules/@trawl')).sort()).toEqual(['client', 'sdk']);
  const program = "import('@trawl/sdk').then(({ Trawl }) => console.log(typeof Trawl))";
  expect(execFileSync(process.execPath, ['--eval', program], { cwd: project, encoding: 'utf8' })).toBe('function\n');
});
