import assert from 'node:assert/strict';
import { runInBrowser } from '../browser.js';
import { type Program, programWorks } from '../programs.js';
import type { Row } from '../row.js';
import { SITE } from '../service.js';

/** The command that bundles a program, and what it writes: a page, a script (`.js`) or a module (`.mjs`). */
type Bundle = (program: Program) => readonly [command: string, file: string];

interface Bundler extends Omit<Row, 'projects' | 'packages' | 'run'> {
  /** `index.html` has the program, for bundlers that begin with a page. */
  readonly forBrowsers: Bundle;
  readonly browserPrograms?: readonly Program[];
  readonly forNode?: Bundle;
}

/** An import that a bundler cannot read is a warning for webpack and those that follow it. */
const doesNotWarn = (output: string) => assert.doesNotMatch(output, /critical dependency/i);

const pageOf = (script: string, type = 'module') =>
  `<!doctype html><title>Tea</title><script type="${type}" src="${script}"></script>`;

const rowOf = ({ forBrowsers, browserPrograms = ['page', 'tools', 'converter'], forNode, ...row }: Bundler): Row => ({
  ...row,
  dependencies: { ...row.dependencies, ...(browserPrograms.includes('tools') && { ai: '^6' }) },
  projects: ['bundle'],
  packages: ['sdk', 'client', 'tools', 'convert'],
  async run(trial) {
    const { project, service } = trial;
    for (const program of browserPrograms) {
      await programWorks(trial, program, 'in a browser', async () => {
        const [command, file] = forBrowsers(program);
        project.write('index.html', pageOf(`./src/${program}.js`));
        doesNotWarn(await project.execute(command));
        const page = file.endsWith('.html') ? file : `${program}.html`;
        if (page !== file) project.write(page, pageOf(file, file.endsWith('.mjs') ? 'module' : 'text/javascript'));
        return runInBrowser(project.folder, page, service.url, `${SITE}/`);
      });
    }
    if (!forNode) return;
    for (const program of ['files', 'schema', 'workers'] as const) {
      await programWorks(trial, program, 'on a server', async () => {
        const [command, file] = forNode(program);
        doesNotWarn(await project.execute(command));
        return project.execute(`node run.mjs ${file}`);
      });
    }
  },
});

const webpack =
  (options: string): Bundle =>
  (name) => [`webpack ${options} --entry ./src/${name}.js -o dist/${name}`, `dist/${name}/main.js`];

const webpackRow = (name: string, version: string, commandLine: string): Row =>
  rowOf({
    name,
    tool: 'webpack',
    versionOf: 'webpack',
    dependencies: { webpack: version, 'webpack-cli': commandLine },
    forBrowsers: webpack('--mode production --target web'),
    forNode: webpack('--mode none --target node'),
  });

const OUTSIDE = 'keep `@trawl/convert` and `@trawl/local` outside of bundles for servers';

export const bundlers: readonly Row[] = [
  rowOf({
    name: 'esbuild',
    tool: 'esbuild',
    versionOf: 'esbuild',
    dependencies: { esbuild: '^0.28' },
    isQuick: true,
    toSet: `\`--packages=external\` for servers: ${OUTSIDE}`,
    forBrowsers: (name) => [
      `esbuild src/${name}.js --bundle --minify --format=esm --outfile=dist/${name}.mjs`,
      `dist/${name}.mjs`,
    ],
    forNode: (name) => [
      `esbuild src/${name}.js --bundle --platform=node --packages=external --format=esm --outfile=dist/${name}.mjs`,
      `dist/${name}.mjs`,
    ],
  }),
  ...[7, 8].map((major) =>
    rowOf({
      name: `vite-${major}`,
      tool: 'Vite',
      versionOf: 'vite',
      dependencies: { vite: `^${major}` },
      forBrowsers: (name) => [`vite build --base ./ --outDir dist/${name}`, `dist/${name}/index.html`],
      forNode: (name) => [`vite build --ssr src/${name}.js --outDir dist/${name}`, `dist/${name}/${name}.mjs`],
    }),
  ),
  webpackRow('webpack-5', '^5', '^6'),
  webpackRow('webpack-5.61', '~5.61.0', '^4'),
  rowOf({
    name: 'rspack-2',
    tool: 'Rspack',
    versionOf: '@rspack/core',
    dependencies: { '@rspack/core': '^2', '@rspack/cli': '^2' },
    forBrowsers: (name) => [
      `rspack build --mode production --entry ./src/${name}.js -o dist/${name}`,
      `dist/${name}/main.js`,
    ],
  }),
  rowOf({
    name: 'rollup-4',
    tool: 'Rollup',
    versionOf: 'rollup',
    dependencies: {
      rollup: '^4',
      '@rollup/plugin-node-resolve': '^16',
      '@rollup/plugin-commonjs': '^29',
      '@rollup/plugin-json': '^6',
    },
    toSet: `the plugins node-resolve, with \`browser: true\` for pages, commonjs and json; ${OUTSIDE}`,
    forBrowsers: (name) => [
      `rollup src/${name}.js --file dist/${name}.mjs --inlineDynamicImports -p node-resolve={browser:true} -p commonjs -p json`,
      `dist/${name}.mjs`,
    ],
    forNode: (name) => [`rollup src/${name}.js --external /^@trawl/ --file dist/${name}.mjs`, `dist/${name}.mjs`],
  }),
  rowOf({
    name: 'parcel-2',
    tool: 'Parcel',
    versionOf: 'parcel',
    dependencies: { parcel: '^2' },
    forBrowsers: (name) => [
      `parcel build index.html --no-cache --public-url ./ --dist-dir dist/${name}`,
      `dist/${name}/index.html`,
    ],
    browserPrograms: ['page', 'converter'],
  }),
  {
    name: 'eslint-plugin-import',
    tool: 'eslint-plugin-import',
    versionOf: 'eslint-plugin-import',
    projects: ['bundle', 'eslint'],
    dependencies: { eslint: '^9', 'eslint-plugin-import': '^2', ai: '^6' },
    packages: ['sdk', 'client', 'tools', 'convert', 'local'],
    async run({ project, works }) {
      await works('every import is found', async () => void (await project.execute('eslint src')));
    },
  },
];
