/**
 * Says what a change of our contract does to those who use it, with @trawl/spec-diff:
 *
 *   npm run spec:diff -- [BASE] [HEAD]
 *   npm run spec:history -- [FILE]
 *
 * Plain JavaScript, because what compiles TypeScript takes as long to load as a comparison takes.
 */
import { ensureBuilt } from './built.mjs';

/** @type {NonNullable<import('@trawl/spec-diff').Settings['withTypes']>} */
const withTypes = async (report, base, head) => {
  const { register } = await import('tsx/esm/api');
  register();
  const { withTypeTests } = await import('./contract-types/type-tests.js');
  return withTypeTests(report, base, head);
};

ensureBuilt('spec-diff');
const { run } = await import('@trawl/spec-diff');
process.exitCode = await run(process.argv.slice(2), {
  command: 'npm run spec:diff --',
  contract: 'openapi/v2.yaml',
  withTypes,
});
