/**
 * The tests of the repository itself, but for those of the groups. Those below `test/frameworks` are programs of projects
 * that a test makes.
 */
export const SOURCE = ['{openapi,scripts}/**/*.test.ts', 'test/*.test.ts', 'test/!(frameworks)/**/*.test.ts'];

/**
 * Tests of what is built, in groups by what they depend on: after a change, `turbo.json` runs only the groups that it can
 * concern. What is in no group belongs to `source`, which needs no build.
 */
export const groups: Readonly<Record<string, readonly string[]>> = {
  // What a change of the contract breaks, shown by the built comparison.
  changes: [
    'scripts/{docs,pages,pull-request,review,spec-diff,spec-diff-comment,spec-history}.test.ts',
    'scripts/contract-types/*.test.ts',
    'scripts/release/{contract-words,origin}.test.ts',
    'test/workflows/*.test.ts',
  ],
  // The programs, the tables and the links in the documentation, and the quickstart, which reads the guides.
  documentation: ['scripts/{service-tables,release/unreleased}.test.ts', 'test/docs/*.test.ts', 'test/start/*.test.ts'],
  // The programs beside the documentation: the samples of the contract, and the examples in doc comments.
  samples: ['test/samples/*.test.ts'],
  // The rendered reference and the rendered guides.
  site: ['scripts/guides.test.ts', 'test/reference/*.test.ts'],
  // The SDK, the command line and the tools, on a service.
  clients: [
    'scripts/root-commands.test.ts',
    'test/cli/*.test.ts',
    'test/local/{model-jobs,sdk,webhooks}.test.ts',
    'test/tools/*.test.ts',
  ],
  // What is packed and installed; of the service, also what is built.
  'package-local': [
    'test/local/{dashboard,dashboard-actions,dashboard-sign-in,model-quality,web-pages}.test.ts',
    'test/packaging/local.test.ts',
    'test/runtimes/watcher.test.ts',
  ],
  'package-cli': ['test/packaging/cli.test.ts'],
  'package-sdk': [
    'test/packaging/{client,codemod,editor,msw,sdk,size}.test.ts',
    'test/runtimes/{proxy,runtimes}.test.ts',
  ],
  'package-convert': ['test/packaging/convert.test.ts'],
  'package-spec-diff': ['test/packaging/spec-diff.test.ts'],
  release: ['test/release/*.test.ts'],
  // What is packed, inside the tools of others.
  frameworks: ['test/frameworks/*.test.ts'],
};
