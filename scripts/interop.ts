/** Takes the contract through the tools of others: what they refuse, what does not compile, what the SDK does not read. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type CompileError, compileErrors } from './interop/generated-code.js';
import { FOLDER, installTools } from './interop/install.js';
import { TOOLS, type Tool } from './interop/tools.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Takes the contract through the tools of others that read OpenAPI. The first time, it installs them.

  npm run interop                all tools
  npm run interop -- hey-api     some of them

The tools: ${[...TOOLS.map(({ name }) => name), 'prism'].join(', ')}.
`;

const CONTRACT = fileURLToPath(new URL('../openapi/v2.yaml', import.meta.url));
/** Of one tool, in the report. */
const MAX_PROBLEMS = 20;
const PATIENCE_MS = 300_000;

const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
const chosen = (name: string) => positionals.length === 0 || positionals.includes(name);
const unknown = positionals.find((name) => name !== 'prism' && !TOOLS.some((tool) => tool.name === name));
if (unknown !== undefined) {
  console.error(`There is no tool ${unknown}: \`--help\` lists them.`);
  process.exit(2);
}

const node = installTools();
const output = mkdtempSync(join(tmpdir(), 'trawl-interop-'));
process.once('exit', () => rmSync(output, { recursive: true }));
symlinkSync(`${FOLDER}node_modules`, join(output, 'node_modules'));
const tools = TOOLS.filter(({ name }) => chosen(name));
const refusals = new Map(tools.map(({ name }) => [name, refusalOf(name)]));
const errors = compileErrors(output);

let failures = 0;
for (const tool of tools) report(tool.name, problemsOf(tool, refusals.get(tool.name), errors), knownIn(tool, errors));
if (chosen('prism')) {
  // It loads the SDK, which the usage above does without.
  const { prismProblems } = await import('./interop/prism.js');
  report('prism', await prismProblems(node, CONTRACT, parse(readFileSync(CONTRACT, 'utf8'))), 0);
}
process.exitCode = failures > 0 ? 1 : 0;

/** What a tool says when it refuses the contract. */
function refusalOf(name: string): string | undefined {
  const folder = `${output}/${name}`;
  mkdirSync(folder, { recursive: true });
  const args = [`${FOLDER}run-tool.mjs`, name, CONTRACT, folder];
  const { status, error, stdout, stderr } = spawnSync(node, args, {
    // Where some of them write whatever folder they are told.
    cwd: folder,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return status === 0 ? undefined : (error?.message ?? `${stdout}${stderr}`.trim());
}

function isKnown({ known = [] }: Tool, { file, code }: CompileError): boolean {
  return known.some((fault) => fault.file === file && fault.code === code);
}

function knownIn(tool: Tool, all: readonly CompileError[]): number {
  return all.filter((error) => error.tool === tool.name && isKnown(tool, error)).length;
}

function problemsOf(tool: Tool, refusal: string | undefined, all: readonly CompileError[]): string[] {
  if (refusal !== undefined) return [refusal];
  const found = all.filter((error) => error.tool === tool.name);
  const gone = (tool.known ?? []).filter(
    ({ file, code }) => !found.some((error) => error.file === file && error.code === code),
  );
  return [
    ...found.filter((error) => !isKnown(tool, error)).map(({ text }) => text),
    ...gone.map(({ file, code }) => `${file} has no ${code} any more: remove it from scripts/interop/tools.ts.`),
  ];
}

function report(name: string, problems: readonly string[], known: number): void {
  failures += problems.length;
  const faults = known > 0 ? `, ${known} known errors in what it generates` : '';
  console.log(`${problems.length === 0 ? 'ok' : 'FAILED'}  ${name}${faults}`);
  for (const problem of problems.slice(0, MAX_PROBLEMS)) console.log(`    ${problem.replaceAll('\n', '\n    ')}`);
  if (problems.length > MAX_PROBLEMS) console.log(`    and ${problems.length - MAX_PROBLEMS} more`);
}
