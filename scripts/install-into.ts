/** Packs the packages of this repository and installs them into another project, as a registry would after a release. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAnew } from './shared/build-anew.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Builds and packs the packages of this repository, and installs them into another project, which is made where there is none.

  npm run install:into -- ../my-project             all packages
  npm run install:into -- ../my-project sdk local   some of them, with the packages that they need
  npm run install:into -- ../my-project --built     as they were built last
`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What each package needs of the others. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  client: [],
  sdk: ['client'],
  convert: [],
  local: ['client', 'convert'],
  msw: ['client'],
  tools: ['sdk', 'client'],
  // The command line asks for the service and the tools at run time, and before the first release they can come from
  // nowhere else.
  cli: ['tools', 'sdk', 'local', 'convert', 'client'],
  'spec-diff': [],
  'codemod-from-firecrawl': [],
};

const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: { built: { type: 'boolean', default: false } },
});
const [project, ...names] = positionals;
const unknown = names.find((name) => !(name in NEEDS));
if (project === undefined || unknown !== undefined) {
  const packageNames = Object.keys(NEEDS).join(', ');
  const problem =
    project === undefined
      ? 'Name the folder of your project.'
      : `There is no package ${unknown}. There are: ${packageNames}.`;
  console.error(problem);
  process.exitCode = 1;
} else {
  const chosenNames = names.length > 0 ? names : Object.keys(NEEDS);
  install(resolve(project), new Set(chosenNames.flatMap((name) => [name, ...(NEEDS[name] ?? [])])));
}

function install(folder: string, packages: ReadonlySet<string>): void {
  const packFolder = mkdtempSync(join(tmpdir(), 'trawl-packed-'));
  const npm = (args: readonly string[], cwd: string) => execFileSync('npm', args, { cwd, stdio: 'inherit' });
  try {
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, 'package.json'))) npm(['init', '--yes', '--silent'], folder);
    if (!values.built) buildAnew(ROOT);
    const workspaces = [...packages].flatMap((name) => ['--workspace', `@trawl/${name}`]);
    npm(['pack', '--silent', '--pack-destination', packFolder, ...workspaces], ROOT);
    const files = readdirSync(packFolder).map((file) => join(packFolder, file));
    // Without saving: the files are gone after this, and the project could not be installed again.
    npm(['install', '--no-save', '--no-audit', '--no-fund', ...files], folder);
  } finally {
    rmSync(packFolder, { recursive: true });
  }
}
