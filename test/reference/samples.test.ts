import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { ExampleServer } from './example-server.js';

const folder = fileURLToPath(new URL('../../openapi/samples', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

// A sample that waits between two questions does not have to keep the test waiting.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

it('there is a sample for every operation, and for nothing else', () => {
  const operations = operationsOf(readContract()).map(({ name }) => name);
  expect(names.sort()).toEqual(operations.sort());
});

it('the samples compile', { timeout: 60_000 }, () => {
  expect(complaints(join(folder, 'tsconfig.json'))).toEqual([]);
});

describe('the sample', () => {
  const server = new ExampleServer();
  const home = process.cwd();
  const elsewhere = mkdtempSync(join(tmpdir(), 'trawl-samples-'));

  beforeAll(async () => {
    vi.stubEnv('TRAWL_BASE_URL', await server.start());
    vi.stubEnv('TRAWL_API_KEY', 'key-for-tests');
    for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
    writeFileSync(join(elsewhere, 'report.pdf'), '%PDF-1.7');
    process.chdir(elsewhere);
  });

  afterEach(() => {
    server.asked.length = 0;
  });

  afterAll(async () => {
    process.chdir(home);
    rmSync(elsewhere, { recursive: true });
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await server.stop();
  });

  it.each(names)('%s calls its operation, and all that it sends fits the contract', async (name) => {
    await import(join(folder, `${name}.ts`));
    expect(server.asked.map(({ operation }) => operation)).toContain(name);
    expect(
      server.asked.flatMap(({ operation, complaints }) => complaints.map((text) => `${operation}: ${text}`)),
    ).toEqual([]);
  });
});

describe('these checks', () => {
  it('name the file and the line that does not compile', { timeout: 60_000 }, () => {
    const broken = join(folder, 'searchWeb.ts');
    const source = ts.sys.readFile(broken)?.replace('limit: 5', 'limit: "5"');
    expect(complaints(join(folder, 'tsconfig.json'), new Map([[broken, source ?? '']]))).toEqual([
      expect.stringMatching(/^searchWeb\.ts:\d+: Type 'string' is not assignable to type 'number'/),
    ]);
  });

  it('name what the contract has against a request', async () => {
    const server = new ExampleServer();
    const url = await server.start();
    await fetch(`${url}/v2/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"x","limt":5}',
    });
    await fetch(`${url}/v2/monitor?limit=101&ofset=1`);
    await server.stop();
    expect(server.asked).toEqual([
      { operation: 'searchWeb', complaints: [expect.stringContaining('"limt"')] },
      {
        operation: 'listMonitors',
        complaints: ["the query has an unknown 'ofset'", expect.stringContaining('must be <= 100')],
      },
    ]);
  });
});

/** What the compiler has against the programs of a configuration, some of them replaced: `searchWeb.ts:12: …`. */
function complaints(config: string, replaced: ReadonlyMap<string, string> = new Map()): string[] {
  const parsed = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, folder);
  const host = ts.createCompilerHost(parsed.options);
  const { readFile } = host;
  host.readFile = (file) => replaced.get(file) ?? readFile(file);
  host.getSourceFile = (file, language) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram(parsed.fileNames, parsed.options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    if (!file) return message;
    return `${file.fileName.split('/').at(-1)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${message}`;
  });
}
