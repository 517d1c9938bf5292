import assert from 'node:assert/strict';
import { asCommonJs, guideSetup, guideTest } from '../guide-tests.js';
import type { Row } from '../row.js';

/** One way to run a test. */
interface Way {
  /** As in `tests in CommonJS`. */
  readonly how: string;
  /** Without the file. */
  readonly command: string;
  readonly file: string;
  /** What the file is to have: the test of the guide. Default: the project has the file. */
  readonly code?: string;
  /** What the runner prints then. */
  readonly passed: RegExp;
}

interface Runner extends Omit<Row, 'packages' | 'run'> {
  readonly prepare?: Row['run'];
  readonly ways: readonly Way[];
}

const rowOf = ({ prepare, ways, ...row }: Runner): Row => ({
  ...row,
  packages: ['local', 'sdk'],
  async run(trial) {
    const { project, works } = trial;
    await prepare?.(trial);
    for (const { how, command, file, code, passed } of ways) {
      await works(`tests ${how}`, async () => {
        if (code !== undefined) project.write(file, code);
        assert.match(await project.execute(`${command} ${file}`), passed);
      });
    }
  },
});

/** The ways of a command, each by what it is called, the file, and the code of the file. */
const ways = (
  command: string,
  passed: RegExp,
  ...files: readonly (readonly [how: string, file: string, code?: string])[]
): Way[] => files.map(([how, file, code]) => ({ how, command, file, passed, ...(code !== undefined && { code }) }));

/** Longer than a test waits on a machine that has other things to do. */
const TIMEOUT = '60000';

const jest = (major: number): Row => {
  const command = `node_modules/jest/bin/jest.js --testTimeout ${TIMEOUT}`;
  const code = guideTest('Jest');
  const asModules = `node --experimental-vm-modules ${command} --testMatch **/*.test.mjs`;
  return rowOf({
    name: `jest-${major}`,
    tool: 'Jest',
    versionOf: 'jest',
    projects: ['test-runners'],
    dependencies: {
      jest: `^${major}`,
      '@babel/core': '^7',
      '@babel/preset-env': '^7',
      'babel-jest': `^${major}`,
      'jest-environment-jsdom': `^${major}`,
    },
    ways: [
      ...ways(`node ${command}`, /1 passed/, ['in CommonJS', 'tea.test.js', code]),
      ...ways(asModules, /1 passed/, ['as ES modules', 'tea.test.mjs', code]),
      ...ways(`node ${command} --env jsdom`, /1 passed/, ['in jsdom', 'jsdom.test.js']),
    ],
  });
};

const MOCHA = `mocha --timeout ${TIMEOUT}`;
const VITEST = `vitest run --testTimeout ${TIMEOUT}`;

const NODE_TEST = { tool: '`node --test`', projects: ['test-runners'], dependencies: {} };
const NODE_TESTS = [
  ['in CommonJS', 'tea.test.cjs', asCommonJs(guideTest())],
  ['as ES modules', 'tea.test.mjs', guideTest()],
] as const;

/** Runners of tests, each with the test that the guide shows. */
export const runners: readonly Row[] = [
  jest(30),
  jest(29),
  rowOf({
    name: 'ts-jest',
    tool: 'ts-jest',
    versionOf: 'ts-jest',
    projects: ['ts-jest'],
    dependencies: { 'ts-jest': '^29', jest: '^30', typescript: '^5', '@types/node': '^20' },
    prepare: async ({ project }) => void (await project.execute('ts-jest config:init')),
    ways: ways(`jest --testTimeout ${TIMEOUT}`, /1 passed/, ['in CommonJS', 'tea.test.ts', guideTest('Jest')]),
  }),
  rowOf({
    name: 'vitest-4',
    tool: 'Vitest',
    versionOf: 'vitest',
    projects: ['vitest-dom'],
    dependencies: { vitest: '^4', jsdom: '^29', 'happy-dom': '^21' },
    toSet: 'for a DOM: [the server in the global set-up](testing.md#tests-with-a-dom)',
    prepare: async ({ project }) => project.write('global-setup.ts', guideSetup()),
    ways: [
      ...ways(VITEST, /1 passed/, ['as ES modules', 'tea.test.ts', guideTest('Vitest')]),
      ...ways(`${VITEST} --environment jsdom`, /2 passed \| 1 skipped/, ['in jsdom', 'dom.test.ts']),
      ...ways(`${VITEST} --environment happy-dom`, /3 passed/, ['in happy-dom', 'dom.test.ts']),
    ],
  }),
  rowOf({
    name: 'mocha-11',
    tool: 'Mocha',
    versionOf: 'mocha',
    projects: ['test-runners'],
    dependencies: { mocha: '^11', tsx: '^4' },
    toSet: '`--timeout 10000`',
    ways: [
      ...ways(
        MOCHA,
        /1 passing/,
        ['in CommonJS', 'tea.test.cjs', asCommonJs(guideTest('Mocha'))],
        ['as ES modules', 'tea.test.mjs', guideTest('Mocha')],
      ),
      ...ways(`${MOCHA} --import=tsx`, /1 passing/, ['in TypeScript', 'tea.test.ts', guideTest('Mocha')]),
    ],
  }),
  rowOf({ ...NODE_TEST, name: 'node-test', ways: ways('node --test', /pass 1/, ...NODE_TESTS) }),
  rowOf({
    ...NODE_TEST,
    name: 'node-test-24',
    node: 'Node 24',
    ways: ways('node --test', /pass 1/, ...NODE_TESTS, ['in TypeScript', 'tea.test.mts', guideTest()]),
  }),
];
