import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { credentialsFile } from './credentials.js';
import { mcpEnvironment } from './mcp-environment.js';

it('gives the server of tools the key of a sign-in, for its service alone', () => {
  const home = mkdtempSync(join(tmpdir(), 'trawl-mcp-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const env = { HOME: home };
  const [url, other] = ['https://trawl.example', 'https://other.example'];
  expect(mcpEnvironment([], env)).toEqual(env);

  const file = credentialsFile(env);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ current: url, services: { [url]: { key: 'signed-in' } } }), { mode: 0o600 });
  const signedIn = { ...env, TRAWL_BASE_URL: url, TRAWL_API_KEY: 'signed-in' };
  expect(mcpEnvironment(['--http', '3003'], env)).toEqual(signedIn);
  expect(mcpEnvironment(['--base-url', url], env)).toEqual(signedIn);
  expect(mcpEnvironment(['--base-url', other], env)).toEqual({ ...env, TRAWL_BASE_URL: other });
  expect(mcpEnvironment([], { ...env, TRAWL_API_KEY: 'given' })).toEqual({ ...signedIn, TRAWL_API_KEY: 'given' });
});
