import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readContract } from '../contract/contract.js';
import { operationsOf } from '../contract/operations.js';
import { ExampleServer } from '../programs/example-server.js';
import { runProgram } from '../programs/run.js';

const folder = fileURLToPath(new URL('../../openapi/samples', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

it('every operation has a sample, and every sample an operation', () => {
  const operations = operationsOf(readContract()).map(({ name }) => name);
  expect(names.sort()).toEqual(operations.sort());
});

it('the samples compile', () => {
  expect(compileErrors(join(folder, 'tsconfig.json'))).toEqual([]);
});

describe.concurrent('the sample', () => {
  it.each(names)('%s calls its operation with valid requests', async (name) => {
    const { failure, calls } = await runProgram(readFileSync(join(folder, `${name}.ts`), 'utf8'));
    expect(failure).toBe('');
    expect(calls.map(({ operation }) => operation)).toContain(name);
    expect(calls.flatMap(({ operation, problems }) => problems.map((text) => `${operation}: ${text}`))).toEqual([]);
  });
});

describe('these checks', () => {
  it('report the file and the line that does not compile', () => {
    const broken = join(folder, 'searchWeb.ts');
    const source = ts.sys.readFile(broken)?.replace('limit: 5', 'limit: "5"');
    expect(compileErrors(join(folder, 'tsconfig.json'), new Map([[broken, source ?? '']]))).toEqual([
      expect.stringMatching(/^searchWeb\.ts:\d+: Type 'string' is not assignable to type 'number'/),
    ]);
  });

  it('report how a request violates the contract', async () => {
    const server = new ExampleServer();
    const url = await server.start();
    await fetch(`${url}/v2/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"x","limt":5}',
    });
    await fetch(`${url}/v2/monitor?limit=101&ofset=1`);
    await server.stop();
    expect(server.calls).toEqual([
      { operation: 'searchWeb', problems: [expect.stringContaining('"limt"')] },
      {
        operation: 'listMonitors',
        problems: ["the query has an unknown 'ofset'", expect.stringContaining('must be <= 100')],
      },
    ]);
  });
});

/** The errors of the compiler for the programs of a configuration, some of them replaced: `searchWeb.ts:12: …`. */
function compileErrors(config: string, replaced: ReadonlyMap<string, string> = new Map()): string[] {
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
