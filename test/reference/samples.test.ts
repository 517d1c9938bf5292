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

it('there is a sample for every operation, and for nothing else', () => {
  const operations = operationsOf(readContract()).map(({ name }) => name);
  expect(names.sort()).toEqual(operations.sort());
});

it('the samples compile', () => {
  expect(complaints(join(folder, 'tsconfig.json'))).toEqual([]);
});

describe.concurrent('the sample', () => {
  it.each(names)('%s calls its operation, and all that it sends fits the contract', async (name) => {
    const { failure, asked } = await runProgram(readFileSync(join(folder, `${name}.ts`), 'utf8'));
    expect(failure).toBe('');
    expect(asked.map(({ operation }) => operation)).toContain(name);
    expect(asked.flatMap(({ operation, complaints }) => complaints.map((text) => `${operation}: ${text}`))).toEqual([]);
  });
});

describe('these checks', () => {
  it('name the file and the line that does not compile', () => {
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
