import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

// Commands that install hundreds of megabytes, each with the one client or tokenizer that the repository has anyway.

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a command of the repository prints, without the build before it: these tests run after that. */
async function outputOf(command: keyof typeof manifest.scripts, name: string): Promise<string> {
  const [, program = ''] = /(?:&& )?(tsx .*)$/.exec(manifest.scripts[command]) ?? [];
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  // npm may not ask a registry: the packages are here.
  const env = { ...process.env, PATH, npm_config_offline: 'true' };
  const { stdout } = await promisify(execFile)('sh', ['-c', `exec ${program} "$0"`, name], { cwd: ROOT, env });
  return stdout;
}

it('npm run mcp:clients tries a client over both transports', async () => {
  const features = 'connect list call long image error progress cancel close';
  expect((await outputOf('mcp:clients', 'SDK 1.32')).trim().split('\n')).toEqual([
    `SDK 1.32                 stdio  ok: ${features}`,
    `SDK 1.32                 http   ok: ${features}`,
  ]);
});

it('npm run tokenizers holds the results against a tokenizer', async () => {
  const lines = (await outputOf('tokenizers', 'gpt-tokenizer')).trim().split('\n');
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => !line.endsWith(' ok'))).toEqual([]);
});
