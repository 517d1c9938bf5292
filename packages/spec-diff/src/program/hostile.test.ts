import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { run } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const at = (name: string) => join(folder, name);

/** Escape sequences, marks of direction, lines that are commands, and the end of what a text stands in. */
const HOSTILE = 'x\u001b]8;;http://evil.example\u0007\u009b2J\u202e\n::add-mask::e\r##[error]e `@octocat` </code>#1 ';

const contract = (keys: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...keys });

const path = (name: string, version: string) =>
  contract({ info: { title: 'T', version }, paths: { [`/${name}`]: { get: { responses: {} } } } });

const commit = (text: string) => {
  writeFileSync(at('openapi.json'), text);
  const git = (...options: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...options], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('add', 'openapi.json');
  git('commit', '--quiet', '--message', 'A commit');
};

beforeAll(() => {
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: folder });
  commit(path(`a${HOSTILE}`, `1${HOSTILE}`));
  commit(path(`b${HOSTILE}`, `2${HOSTILE}`));
  commit(contract({ components: { schemas: { A: { $ref: `#/x${HOSTILE}` } } } }));
  const entry = { rule: 'path-removed', operation: HOSTILE, about: HOSTILE, reason: HOSTILE, until: '2020-01-01' };
  writeFileSync(at('agreed.yaml'), JSON.stringify({ accepted: [entry] }));
  writeFileSync(at('wrong.yaml'), JSON.stringify({ [HOSTILE]: 1 }));
  writeFileSync(at('broken.yaml'), `a: [${HOSTILE}\n b: "${HOSTILE}`);
  writeFileSync(at('first.json'), path(`a${HOSTILE}`, '1'));
  writeFileSync(at('dangling.json'), contract({ components: { schemas: { A: { $ref: `#/x${HOSTILE}` } } } }));
  writeFileSync(at('outside.json'), contract({ components: { schemas: { A: { $ref: `../${HOSTILE}.yaml` } } } }));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that a program printed, each call as it was. */
async function printed(...options: string[]): Promise<string[]> {
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => undefined),
  );
  await run(options);
  const texts = spies.flatMap(({ mock }) => mock.calls.map(([text]) => String(text)));
  for (const spy of spies) spy.mockRestore();
  return texts;
}

it.each([
  ['two contracts', [at('first.json'), at('first.json')]],
  ['a revision', [HOSTILE, at('first.json')]],
  ['a file', [at('first.json'), `${HOSTILE}.yaml`]],
  ['an address', [`https://${HOSTILE}`, at('first.json')]],
  ['a file that is not YAML', [at('first.json'), at('broken.yaml')]],
  ['a reference that leads nowhere', [at('first.json'), at('dangling.json')]],
  ['a reference out of the repository', [at('first.json'), at('outside.json')]],
  ['a configuration', [at('first.json'), at('dangling.json'), '--config', at('wrong.yaml')]],
  ['an acceptance', [at('first.json'), at('first.json'), '--config', at('agreed.yaml')]],
  ['a format', [at('first.json'), at('first.json'), '--format', HOSTILE]],
  ['an output', [at('first.json'), at('first.json'), '--output', HOSTILE]],
  ['a pattern', [at('first.json'), at('first.json'), '--path', HOSTILE]],
  ['an option', [`--${HOSTILE}`]],
  ['a repository', ['HEAD', 'HEAD', '--repository', HOSTILE]],
  ['a contract', ['main', 'main~1', '--repository', folder, '--contract', HOSTILE]],
  ['a history', ['history', 'openapi.json', '--repository', folder]],
  ['a history of another file', ['history', HOSTILE, '--repository', folder]],
  ['a changelog', ['changelog', 'openapi.json', '--repository', folder]],
])('prints of %s nothing that a terminal or a workflow obeys', async (_name, options) => {
  for (const text of await printed(...options)) {
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    expect(text).not.toMatch(/^\s*::|##\[/m);
  }
});
