import assert from 'node:assert/strict';
import { runInBrowser } from '../browser.js';
import type { Row, Trial } from '../row.js';
import { SITE } from '../service.js';

/** Programs of `projects/bundle/src`, what each has to answer, and the name of what works then. */
const IN_BROWSERS = {
  page: { name: 'calls in a browser', answer: /^Tea 0$/ },
  tools: { name: 'tools of the AI SDK in a browser', answer: /It costs 0 EUR/ },
  converter: { name: 'conversion in a browser', answer: /^# Tea/ },
} as const;
const ON_NODE = {
  files: { name: 'PDFs on a server', answer: /Tea costs 0 EUR/ },
  schema: { name: 'schemas on a server', answer: /must have required property/ },
  workers: { name: 'workers on a server', answer: /# Tea/ },
} as const;

type BrowserProgram = keyof typeof IN_BROWSERS;
type NodeProgram = keyof typeof ON_NODE;
type Program = BrowserProgram | NodeProgram;

/** Bundles a program; answers with the file to open in a browser, or to load in Node.js. */
type Bundle<P extends Program> = (program: P, project: Trial['project']) => Promise<string>;

interface Bundler {
  readonly browser: Bundle<BrowserProgram>;
  readonly node?: Bundle<NodeProgram>;
  readonly browserPrograms?: readonly BrowserProgram[];
  readonly nodePrograms?: readonly NodeProgram[];
}

function rowOf(
  row: Omit<Row, 'projects' | 'packages' | 'run'>,
  {
    browser,
    node,
    browserPrograms = ['page', 'tools', 'converter'],
    nodePrograms = ['files', 'schema', 'workers'],
  }: Bundler,
): Row {
  return {
    ...row,
    dependencies: { ...row.dependencies, ...(browserPrograms.includes('tools') && { ai: '^6' }) },
    projects: ['bundle'],
    packages: ['sdk', 'client', 'tools', 'convert'],
    async run({ project, service, works }) {
      for (const program of browserPrograms) {
        const { name, answer } = IN_BROWSERS[program];
        await works(name, async () => {
          const file = await browser(program, project);
          assert.match(String(await runInBrowser(project.folder, file, service.url, `${SITE}/`)), answer);
        });
      }
      for (const program of node ? nodePrograms : []) {
        const { name, answer } = ON_NODE[program];
        await works(name, async () => {
          const file = await node?.(program, project);
          assert.match(await project.execute('node', 'run.mjs', `${file}`), answer);
        });
      }
    },
  };
}

/** A page with one script. */
const html = (script: string, type = 'module') =>
  `<!doctype html><title>Tea</title><script type="${type}" src="./${script}"></script>`;

/** By a command that makes one script of a program, with a page around it. */
const script =
  (
    command: (program: BrowserProgram, file: string) => readonly [string, ...string[]],
    type?: string,
  ): Bundle<BrowserProgram> =>
  async (program, project) => {
    const [name, ...args] = command(program, `dist/${program}/main.js`);
    await project.execute(name, ...args);
    project.write(`dist/${program}/index.html`, html('main.js', type));
    return `dist/${program}/index.html`;
  };

/** By a command that bundles a page. */
const page =
  (command: (folder: string) => readonly [string, ...string[]]): Bundle<BrowserProgram> =>
  async (program, project) => {
    project.write('index.html', html(`src/${program}.js`));
    const [name, ...args] = command(`dist/${program}`);
    await project.execute(name, ...args);
    return `dist/${program}/index.html`;
  };

/** By a command that bundles a program for Node.js. */
const program =
  (
    command: (program: NodeProgram, file: string) => readonly [string, ...string[]],
    fileOf = (program: NodeProgram) => `dist/${program}/main.mjs`,
  ): Bundle<NodeProgram> =>
  async (name, project) => {
    const [tool, ...args] = command(name, fileOf(name));
    await project.execute(tool, ...args);
    return fileOf(name);
  };

const webpack = (target: 'web' | 'node') => (name: Program) =>
  [
    'webpack',
    '--mode',
    target === 'web' ? 'production' : 'none',
    '--target',
    target,
    '--entry',
    `./src/${name}.js`,
    '-o',
    `dist/${name}`,
  ] as const;

const OUTSIDE = 'keep `@trawl/convert` and `@trawl/local` outside of bundles for servers';

export const bundlers: readonly Row[] = [
  rowOf(
    {
      name: 'esbuild',
      tool: 'esbuild',
      versionOf: 'esbuild',
      dependencies: { esbuild: '^0.28' },
      isQuick: true,
      toSet: `\`--packages=external\` for servers: ${OUTSIDE}`,
    },
    {
      browser: script((name, file) => [
        'esbuild',
        `src/${name}.js`,
        '--bundle',
        '--minify',
        '--format=esm',
        `--outfile=${file}`,
      ]),
      node: program((name, file) => [
        'esbuild',
        `src/${name}.js`,
        '--bundle',
        '--platform=node',
        '--packages=external',
        '--format=esm',
        `--outfile=${file}`,
      ]),
    },
  ),
  ...[7, 8].map((major) =>
    rowOf(
      {
        name: `vite-${major}`,
        tool: 'Vite',
        versionOf: 'vite',
        dependencies: { vite: `^${major}` },
      },
      {
        browser: page((folder) => ['vite', 'build', '--base', './', '--outDir', folder]),
        node: program(
          (name) => ['vite', 'build', '--ssr', `src/${name}.js`, '--outDir', `dist/${name}`],
          (name) => `dist/${name}/${name}.mjs`,
        ),
      },
    ),
  ),
  rowOf(
    {
      name: 'webpack-5',
      tool: 'webpack',
      versionOf: 'webpack',
      dependencies: { webpack: '^5', 'webpack-cli': '^6' },
    },
    {
      browser: script(webpack('web'), 'text/javascript'),
      node: program(webpack('node'), (name) => `dist/${name}/main.js`),
    },
  ),
  rowOf(
    {
      name: 'webpack-5.61',
      tool: 'webpack',
      versionOf: 'webpack',
      dependencies: { webpack: '~5.61.0', 'webpack-cli': '^4' },
    },
    {
      browser: script(webpack('web'), 'text/javascript'),
      node: program(webpack('node'), (name) => `dist/${name}/main.js`),
    },
  ),
  rowOf(
    {
      name: 'rspack-2',
      tool: 'Rspack',
      versionOf: '@rspack/core',
      dependencies: { '@rspack/core': '^2', '@rspack/cli': '^2' },
    },
    {
      browser: script(
        (name) => ['rspack', 'build', '--mode', 'production', '--entry', `./src/${name}.js`, '-o', `dist/${name}`],
        'text/javascript',
      ),
    },
  ),
  rowOf(
    {
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
    },
    {
      browser: script((name, file) => [
        'rollup',
        `src/${name}.js`,
        '--file',
        file,
        '--inlineDynamicImports',
        '--plugin',
        'node-resolve={browser:true}',
        '--plugin',
        'commonjs',
        '--plugin',
        'json',
      ]),
      node: program((name, file) => ['rollup', `src/${name}.js`, '--external', '/^@trawl/', '--file', file]),
    },
  ),
  rowOf(
    {
      name: 'parcel-2',
      tool: 'Parcel',
      versionOf: 'parcel',
      dependencies: { parcel: '^2' },
    },
    {
      browser: page((folder) => [
        'parcel',
        'build',
        'index.html',
        '--no-cache',
        '--public-url',
        './',
        '--dist-dir',
        folder,
      ]),
      browserPrograms: ['page', 'converter'],
    },
  ),
  {
    name: 'eslint-plugin-import',
    tool: 'eslint-plugin-import',
    versionOf: 'eslint-plugin-import',
    projects: ['bundle', 'eslint'],
    dependencies: { eslint: '^9', 'eslint-plugin-import': '^2', ai: '^6' },
    packages: ['sdk', 'client', 'tools', 'convert', 'local'],
    async run({ project, works }) {
      await works('every import is found', async () => void (await project.execute('eslint', 'src')));
    },
  },
];
