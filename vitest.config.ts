import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { addProjectBrowser } from './scripts/project-browser/project-browser.js';
import { groups, SOURCE } from './scripts/shared/test-groups.js';

// For tests that are run without set-up.
addProjectBrowser(process.env);

/** Many of these tests start servers, workers or whole programs, on machines that have other things to do as well. */
const PATIENCE = 60_000;

/** For tests and their hooks, and for what `expect.poll` waits for. */
const timeouts = {
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { interval: 20, timeout: PATIENCE / 2 } },
};

// Absolute, since the scripts of the packages run in folders of their own.
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Those of Vite without the one for bundlers, whose files Node.js cannot load: `@opentelemetry/api` has such files. */
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');

/** Packages are tested with the source of each other. */
const ssr = { resolve: { conditions: ['@trawl/source', ...serverConditions] } };

const setupFiles = [at('test/properties.ts')];

/** The files share one process: to start one for each, and to load the package in it again, takes a third of the time. */
const ofPackage = (name: string) => ({
  ssr,
  test: { name: `@trawl/${name}`, root: at(`packages/${name}`), setupFiles, isolate: false, ...timeouts },
});

/** A package whose own configuration says more. */
const ofConfiguredPackage = (name: string) => ({
  extends: at(`packages/${name}/vitest.config.ts`),
  ...ofPackage(name),
});

/** Their tests wait for other programs, or for times that pass, for longer than most files take as a whole. */
const WAITING = ['local/test/nodes/faults.test.ts', 'local/test/hostile/hostile.test.ts'];

/** Begins with the files that wait, while others use the processors: at its end, a run would wait for them alone. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => WAITING.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      'packages/client',
      ofConfiguredPackage('sdk'),
      ofConfiguredPackage('convert'),
      ofConfiguredPackage('local'),
      ofPackage('spec-diff'),
      ofPackage('base'),
      ofPackage('web'),
      ofConfiguredPackage('browser'),
      ofPackage('cli'),
      ofPackage('tools'),
      ofPackage('msw'),
      ofPackage('codemod-from-firecrawl'),
      {
        ssr,
        test: {
          name: 'source',
          include: SOURCE,
          // What is installed below these folders has tests of its own.
          exclude: ['**/node_modules/**', ...Object.values(groups).flat()],
          ...timeouts,
          isolate: false,
          setupFiles,
        },
      },
      ...Object.entries(groups).map(([name, include]) => ({
        ssr: { resolve: { conditions: serverConditions } },
        test: { name, include: [...include], ...timeouts, isolate: false },
      })),
    ],
  },
});
