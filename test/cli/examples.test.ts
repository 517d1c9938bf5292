import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../packages/cli/src/commands/index.js';
import { ExampleServer } from '../programs/example-server.js';
import { trawlInShell } from './run-trawl.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Commands that serve until they are stopped, wait for a person, install, write into the home of the user, or fetch a picture. */
const NOT_RUN = /^npm |^export |^trawl (?:local|completion|login)\b|--local\b|--output shot\.png/;

const server = new ExampleServer();
let baseUrl: string;
let folder: string;

beforeAll(async () => {
  baseUrl = await server.start();
  folder = mkdtempSync(join(tmpdir(), 'trawl-cli-examples-'));
  for (const name of ['report.pdf', 'report.docx']) writeFileSync(join(folder, name), 'A report.');
  for (const name of ['price.json', 'founders.json']) writeFileSync(join(folder, name), '{"type":"object"}');
  writeFileSync(join(folder, 'urls.txt'), 'https://example.com\nhttps://example.org\n');
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** The lines of the shell blocks of a text that call the program. */
const linesOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.startsWith('trawl ') && !NOT_RUN.test(line));

const guides = ['packages/cli/README.md', 'packages/cli/SKILL.md', 'docs/command-line.md'];

const examples = [
  ...guides.flatMap((file) => linesOf(readFileSync(join(root, file), 'utf8'))),
  ...commands.flatMap((command) => command.examples).filter((line) => !NOT_RUN.test(line)),
];

it('there is an example of every command', () => {
  const names = commands
    .map(({ name }) => name)
    .filter((name) => !examples.some((line) => line.includes(`trawl ${name}`)));
  expect(names).toEqual([]);
});

describe.concurrent('an example of the help or a guide', () => {
  it.each([...new Set(examples)])('runs: %s', async (line) => {
    // Every crawl and batch of the example server has a page that could not be read.
    const isPartial = /\btrawl (?:crawl|batch)\b(?!.* --estimate)/.test(line);
    expect(await shell(line)).toEqual({ status: isPartial ? 8 : 0, stderr: expect.any(String) });
  });
});

it('they send what the contract takes', () => {
  expect(server.calls.length).toBeGreaterThan(examples.length / 2);
  expect(server.calls.flatMap(({ operation, problems }) => problems.map((text) => `${operation}: ${text}`))).toEqual(
    [],
  );
});

/** Runs a line as a shell does. What it prints is tested elsewhere. */
function shell(line: string): Promise<{ status: number; stderr: string }> {
  const command = line
    .replaceAll(/\btrawl /g, (_match, offset: number) =>
      offset === 0 || line.slice(0, offset).trimEnd().endsWith('|') ? trawlInShell('') : 'trawl ',
    )
    .replace(/http:\/\/127\.0\.0\.1:3002/, baseUrl);
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', command],
      { cwd: folder, env: { ...process.env, TRAWL_BASE_URL: baseUrl } },
      (error, _, stderr) => resolve({ status: Number(error?.code ?? 0), stderr }),
    );
  });
}
