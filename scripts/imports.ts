/** Draws what imports what into CONTRIBUTING.md, from the imports themselves, and checks them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cruise, format, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { type Graph, mermaid, reduced } from './imports/graph.js';
import { type Layers, layers } from './imports/layers.mjs';
import rules from './imports/rules.mjs';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Draws what imports what into CONTRIBUTING.md.

  npm run imports              writes
  npm run imports -- --check   writes nothing, and fails if an import breaks a rule, or the drawings do not match the imports
`;

const FILE = 'CONTRIBUTING.md';
const PACKAGES = ['tools', 'cli', 'sdk', 'msw', 'local', 'client', 'convert', 'browser', 'web', 'base'];

/** The name of the box that a file belongs to, of all boxes of one drawing. */
type BoxOf = (file: string) => string | undefined;

const packageOf: BoxOf = (file) => /^(?:packages\/([^/]+)\/src\/|@trawl\/(\w+))/.exec(file)?.slice(1).find(Boolean);
const folderIn =
  (name: string): BoxOf =>
  (file) =>
    new RegExp(`^packages/${name}/src/([^/]+)/`).exec(file)?.[1];

function graphOf({ modules }: ICruiseResult, boxOf: BoxOf): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const sourceBox = boxOf(source);
    if (sourceBox === undefined) continue;
    const targets = graph.get(sourceBox) ?? new Set();
    graph.set(sourceBox, targets);
    for (const { module, resolved } of dependencies) {
      // Another package is imported by its name, whether or not it is built.
      const targetBox = boxOf(module) ?? boxOf(resolved);
      if (targetBox !== undefined && targetBox !== sourceBox) targets.add(targetBox);
    }
  }
  return graph;
}

function replaced(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}: npm run imports -->`, `<!-- /${name} -->`];
  const [startIndex, endIndex] = [text.indexOf(start), text.indexOf(end)];
  if (startIndex < 0 || endIndex < startIndex)
    throw new Error(`${FILE} has no lines ${start} and ${end} for the drawing to stand between.`);
  return `${text.slice(0, startIndex + start.length)}\n\n${content}\n\n${text.slice(endIndex)}`;
}

function table(folders: Layers): string {
  const rows = Object.entries(folders).map(([folder, { does, face }]) => {
    const entrances = face.includes('*') ? 'all' : face.map((file) => `\`${file}\``).join(' ');
    return `| \`${folder}/\` | ${does} | ${entrances} |`;
  });
  return ['| folder | what it does | files that others import |', '| --- | --- | --- |', ...rows].join('\n');
}

function foldersOf(name: string, folders: Layers, imports: ICruiseResult): string {
  return `${mermaid(reduced(graphOf(imports, folderIn(name))), Object.keys(folders))}\n\n${table(folders)}`;
}

const { values } = readCommandLine(USAGE, { options: { check: { type: 'boolean', default: false } } });
const { forbidden = [], options } = rules;
const output = values.check
  ? await importsOf(['bench', 'openapi', 'packages', 'scripts', 'test'], { validate: true, ruleSet: { forbidden } })
  : await importsOf(['packages']);
const committedText = readFileSync(FILE, 'utf8');
const drawings = {
  packages: mermaid(reduced(graphOf(output, packageOf)), PACKAGES),
  ...Object.fromEntries(
    Object.entries(layers).map(([name, folders]) => [`folders of ${name}`, foldersOf(name, folders, output)]),
  ),
};
const text = Object.entries(drawings).reduce((page, [name, content]) => replaced(page, name, content), committedText);
if (!values.check) writeFileSync(FILE, text);
else {
  if (output.summary.error > 0) fail(String((await format(output, { outputType: 'err' })).output));
  if (text !== committedText) {
    fail(`The drawings in ${FILE} are not what the imports give now: run \`npm run imports\` and commit the result.`);
  }
}

async function importsOf(folders: string[], validation: ICruiseOptions = {}): Promise<ICruiseResult> {
  const { output } = await cruise(folders, { ...options, ...validation });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
