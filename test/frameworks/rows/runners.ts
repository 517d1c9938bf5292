import assert from 'node:assert/strict';
import { asCommonJs, guideSetup, guideTest } from '../guide-tests.js';
import type { Row, Trial } from '../row.js';

const BABEL = { '@babel/core': '^7', '@babel/preset-env': '^7' };

/** Longer than a test waits on a machine that has other things to do. */
const TIMEOUT = '60000';

/** The test of the guide in Jest's three ways. */
async function jestWorks({ project, works }: Trial): Promise<void> {
  const jest = ['node_modules/jest/bin/jest.js', '--testTimeout', TIMEOUT];
  await works('tests in CommonJS', async () => {
    project.write('tea.test.js', guideTest('Jest'));
    assert.match(await project.execute('node', ...jest, 'tea.test.js'), /1 passed/);
  });
  await works('tests as ES modules', async () => {
    project.write('tea.test.mjs', guideTest('Jest'));
    const options = ['--testMatch', '**/*.test.mjs'];
    assert.match(await project.execute('node', '--experimental-vm-modules', ...jest, ...options), /1 passed/);
  });
  await works('tests in jsdom', async () => {
    assert.match(await project.execute('node', ...jest, '--env', 'jsdom', 'jsdom.test.js'), /1 passed/);
  });
}

/** The test of the guide with Node.js' own runner. */
async function nodeTestsWork({ project, works }: Trial): Promise<void> {
  await works('tests in CommonJS', async () => {
    project.write('tea.test.cjs', asCommonJs(guideTest()));
    assert.match(await project.execute('node', '--test', 'tea.test.cjs'), /pass 1/);
  });
  await works('tests as ES modules', async () => {
    project.write('tea.test.mjs', guideTest());
    assert.match(await project.execute('node', '--test', 'tea.test.mjs'), /pass 1/);
  });
}

/** Runners of tests, each with the test that the guide shows. */
export const runners: readonly Row[] = [
  {
    name: 'jest-30',
    tool: 'Jest',
    versionOf: 'jest',
    projects: ['test-runners'],
    dependencies: { jest: '^30', ...BABEL, 'babel-jest': '^30', 'jest-environment-jsdom': '^30' },
    packages: ['local', 'sdk'],
    run: jestWorks,
  },
  {
    name: 'jest-29',
    tool: 'Jest',
    versionOf: 'jest',
    projects: ['test-runners'],
    dependencies: { jest: '^29', ...BABEL, 'babel-jest': '^29', 'jest-environment-jsdom': '^29' },
    packages: ['local', 'sdk'],
    run: jestWorks,
  },
  {
    name: 'ts-jest',
    tool: 'ts-jest',
    versionOf: 'ts-jest',
    projects: ['ts-jest'],
    dependencies: { 'ts-jest': '^29', jest: '^30', typescript: '^5', '@types/node': '^20' },
    packages: ['local', 'sdk'],
    async run({ project, works }) {
      await project.execute('ts-jest', 'config:init');
      project.write('tea.test.ts', guideTest('Jest'));
      await works('tests in CommonJS', async () => {
        assert.match(await project.execute('jest', '--testTimeout', TIMEOUT), /1 passed/);
      });
    },
  },
  {
    name: 'vitest-4',
    tool: 'Vitest',
    versionOf: 'vitest',
    projects: ['vitest-dom'],
    dependencies: { vitest: '^4', jsdom: '^29', 'happy-dom': '^21' },
    packages: ['local', 'sdk'],
    toSet: 'for a DOM: [the server in the global set-up](testing.md#tests-with-a-dom)',
    async run({ project, works }) {
      project.write('tea.test.ts', guideTest('Vitest'));
      project.write('global-setup.ts', guideSetup());
      const vitest = ['vitest', 'run', '--testTimeout', TIMEOUT] as const;
      await works('tests as ES modules', async () => {
        assert.match(await project.execute(...vitest, 'tea.test.ts'), /1 passed/);
      });
      for (const environment of ['jsdom', 'happy-dom']) {
        await works(`tests in ${environment}`, async () => {
          const output = await project.execute(...vitest, '--environment', environment, 'dom.test.ts');
          assert.match(output, environment === 'jsdom' ? /2 passed \| 1 skipped/ : /3 passed/);
        });
      }
    },
  },
  {
    name: 'mocha-11',
    tool: 'Mocha',
    versionOf: 'mocha',
    projects: ['test-runners'],
    dependencies: { mocha: '^11', tsx: '^4' },
    packages: ['local', 'sdk'],
    toSet: '`--timeout 10000`',
    async run({ project, works }) {
      const mocha = ['mocha', '--timeout', TIMEOUT] as const;
      await works('tests in CommonJS', async () => {
        project.write('tea.test.cjs', asCommonJs(guideTest('Mocha')));
        assert.match(await project.execute(...mocha, 'tea.test.cjs'), /1 passing/);
      });
      await works('tests as ES modules', async () => {
        project.write('tea.test.mjs', guideTest('Mocha'));
        assert.match(await project.execute(...mocha, 'tea.test.mjs'), /1 passing/);
      });
      await works('tests in TypeScript', async () => {
        project.write('tea.test.ts', guideTest('Mocha'));
        assert.match(await project.execute(...mocha, '--import=tsx', 'tea.test.ts'), /1 passing/);
      });
    },
  },
  {
    name: 'node-test',
    tool: '`node --test`',
    projects: ['test-runners'],
    dependencies: {},
    packages: ['local', 'sdk'],
    run: nodeTestsWork,
  },
  {
    name: 'node-test-24',
    tool: '`node --test`',
    projects: ['test-runners'],
    dependencies: {},
    packages: ['local', 'sdk'],
    node: 'Node 24',
    async run(trial) {
      await nodeTestsWork(trial);
      await trial.works('tests in TypeScript', async () => {
        trial.project.write('tea.test.mts', guideTest());
        assert.match(await trial.project.execute('node', '--test', 'tea.test.mts'), /pass 1/);
      });
    },
  },
];
