import { guideCode, readGuide } from './guide-code.js';

/** The test of the guide on testing, with the line that the guide has for a runner. */
export function guideTest(runner?: string): string {
  const code = guideCode('testing.md', `from 'node:test'`);
  if (runner === undefined) return code;
  const [, line] = new RegExp(`^\\| ${runner} \\| \`(.+)\` \\|$`, 'm').exec(readGuide('testing.md')) ?? [];
  if (line === undefined) throw new Error(`docs/testing.md has no line for ${runner}.`);
  return code.replace(/^import .* from 'node:test';$/m, line);
}

/** The global set-up of the guide. */
export const guideSetup = (): string => guideCode('testing.md', 'export default async function setup');

/** The same program as CommonJS. */
export const asCommonJs = (code: string): string =>
  code.replace(
    /^import (.+) from (.+);$/gm,
    (_, names: string, module: string) => `const ${names.replaceAll(' as ', ': ')} = require(${module});`,
  );
