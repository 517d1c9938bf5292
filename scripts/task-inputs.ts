/**
 * Checks that turbo.json gives each task of tests the files that its tests read: a change of any other file leaves what they
 * reported in the cache. It sees what they import, and what they name by `new URL('…', import.meta.url)`; a file that is
 * found in another way has to be listed with care.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { globSync } from 'tinyglobby';
import { readCommandLine } from './shared/command-line.js';
import { groups, SOURCE } from './shared/test-groups.js';

const USAGE = `
Checks that turbo.json lists the files that the tests of each task read.

  npm run lint:inputs
`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Plan {
  readonly tasks: readonly {
    readonly taskId: string;
    readonly directory: string;
    readonly inputs: Readonly<Record<string, string>>;
    readonly dependencies: readonly string[];
  }[];
}

/** The tests of each task, and whether they see the source of the packages. */
function tasks(): { readonly task: string; readonly tests: readonly string[]; readonly seesSource: boolean }[] {
  const below = (include: readonly string[], ignore: readonly string[] = []) =>
    globSync(include, { cwd: ROOT, ignore: ['**/{dist,node_modules}/**', ...ignore] });
  const ofGroups = Object.entries(groups).map(([name, include]) => ({
    task: `//#test:${name}`,
    tests: below(include),
    seesSource: false,
  }));
  const ofPackages = readdirSync(join(ROOT, 'packages')).flatMap((name) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
    return ['test', 'test:service'].flatMap((script) => {
      if (scripts?.[script] === undefined) return [];
      // A script may name the folder of its tests.
      const [, folder = ''] = / (\S+\/)$/.exec(scripts[script]) ?? [];
      return [
        {
          task: `@trawl/${name}#${script}`,
          tests: below([`packages/${name}/${folder}**/*.test.ts`]),
          seesSource: true,
        },
      ];
    });
  });
  const source = { task: '//#test:source', tests: below(SOURCE, Object.values(groups).flat()), seesSource: true };
  return [...ofGroups, ...ofPackages, source];
}

/** The inputs of a task, with those of the tasks that it depends on. */
function inputsOf({ tasks }: Plan, task: string): Set<string> {
  const byId = new Map(tasks.map((one) => [one.taskId, one]));
  const inputs = new Set<string>();
  const reached = new Set([task]);
  // A set that grows while it is walked.
  for (const id of reached) {
    const { directory = '', inputs: own = {}, dependencies = [] } = byId.get(id) ?? {};
    for (const file of Object.keys(own)) inputs.add(normalize(join(directory, file)));
    for (const dependency of dependencies) reached.add(dependency);
  }
  return inputs;
}

/** The files of this repository that programs import, and those that these name. */
async function filesRead(programs: readonly string[], seesSource: boolean): Promise<Set<string>> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...programs],
    outdir: 'dist',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    conditions: seesSource ? ['@trawl/source'] : [],
    plugins: [leavingOut(seesSource)],
  });
  const imported = Object.keys(metafile.inputs).filter((file) => !/(^|\/)(dist|node_modules)\//.test(file));
  return new Set([...imported, ...imported.flatMap(filesNamedIn)]);
}

/** Leaves packages out, but for the source of ours if the tests see it. */
const leavingOut = (seesSource: boolean): Plugin => ({
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || (seesSource && path.startsWith('@trawl/')) ? undefined : { path, external: true },
    );
  },
});

function filesNamedIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/new URL\(\s*'(\.[^']*)',\s*import\.meta\.url/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile())
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path));
}

readCommandLine(USAGE, {});
const all = tasks();
const turbo = fileURLToPath(import.meta.resolve('turbo/bin/turbo'));
const names = [...new Set(all.map(({ task }) => task.slice(task.indexOf('#') + 1)))];
const dryRun = execFileSync(process.execPath, [turbo, 'run', ...names, '--dry=json'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const plan: Plan = JSON.parse(dryRun);
for (const { task, tests, seesSource } of all) {
  const inputs = inputsOf(plan, task);
  const missing = [...(await filesRead(['vitest.config.ts', ...tests], seesSource))]
    .filter((file) => !inputs.has(file))
    .sort();
  if (missing.length === 0) continue;
  process.exitCode = 1;
  console.error(`${task} reads files that are none of its inputs in turbo.json:\n  ${missing.join('\n  ')}`);
}
