import assert from 'node:assert/strict';
import type { Row, Trial } from '../row.js';

const PACKAGES = ['sdk', 'client', 'tools', 'convert', 'local', 'cli'];

/** A project in a folder of its own, which the package manager installs. */
interface Manager extends Omit<Row, 'projects' | 'packages' | 'run'> {
  /** The files of the manager, and what they have. */
  readonly configure: (registries: Registries) => Readonly<Record<string, string>>;
  readonly install: string;
  /** Before a program of the project. */
  readonly run: string;
}

interface Registries {
  readonly ours: string;
  readonly npm: string;
}

/** Where npm gets the packages from. */
async function registriesOf({ project }: Trial): Promise<Registries> {
  const [, ours = ''] = /^@trawl:registry=(.+)$/m.exec(project.read('.npmrc')) ?? [];
  return { ours, npm: (await project.execute('npm config get registry')).trim() };
}

const rowOf = ({ configure, install, run, ...row }: Manager): Row => ({
  ...row,
  projects: ['installed'],
  packages: [],
  async run(trial) {
    const { project, works } = trial;
    for (const [file, content] of Object.entries(configure(await registriesOf(trial))))
      project.write(`app/${file}`, content);
    const dependencies = Object.fromEntries(PACKAGES.map((name) => [`@trawl/${name}`, '*']));
    project.write('app/package.json', JSON.stringify({ name: 'app', private: true, dependencies }));
    await works('installation', async () => void (await project.execute(install)));
    await works('local service with PDFs', async () => {
      assert.match(await project.execute(`${run} node local.mjs`), /# Tea.*Tea costs 0 EUR/);
    });
    await works('the command line with --local', async () => {
      assert.match(await project.execute(`${run} trawl parse tea.pdf --local`), /Tea costs 0 EUR/);
    });
    await works('workers', async () => {
      assert.match(await project.execute(`${run} node workers.mjs`), /# Tea/);
    });
  },
});

/** Package managers other than npm. */
export const packageManagers: readonly Row[] = [
  rowOf({
    name: 'yarn-4',
    tool: "Yarn, with Plug'n'Play",
    versionOf: '@yarnpkg/cli-dist',
    dependencies: { '@yarnpkg/cli-dist': '^4' },
    configure: ({ ours, npm }) => ({
      '.yarnrc.yml': JSON.stringify({
        nodeLinker: 'pnp',
        enableImmutableInstalls: false,
        enableTelemetry: false,
        // Another project knows these packages from another address.
        globalFolder: './.yarn/global',
        npmPreapprovedPackages: ['@trawl/*'],
        npmRegistryServer: npm,
        npmScopes: { trawl: { npmRegistryServer: ours } },
        unsafeHttpWhitelist: ['127.0.0.1'],
      }),
      // It marks the root of a project.
      'yarn.lock': '',
    }),
    install: 'yarn --cwd app install',
    run: 'yarn --cwd app',
  }),
  rowOf({
    name: 'pnpm-12',
    tool: 'pnpm',
    versionOf: 'pnpm',
    dependencies: { pnpm: '^12' },
    node: 'Node 24',
    configure: ({ ours, npm }) => ({ '.npmrc': `registry=${npm}\n@trawl:registry=${ours}\n` }),
    install: 'pnpm --dir app install --config.minimum-release-age=0',
    run: 'pnpm --dir app exec',
  }),
];
