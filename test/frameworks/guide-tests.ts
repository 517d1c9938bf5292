import { readFileSync } from 'node:fs';
import { codeBlocks } from '../docs/markdown.js';

const GUIDE = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');

const blockWith = (text: string): string => {
  const block = codeBlocks(GUIDE).find(({ code }) => code.includes(text));
  if (!block) throw new Error(`docs/testing.md has no code with ${text}.`);
  return block.code;
};

/** The test of the guide on testing, with the line that the guide has for a runner. */
export function guideTest(runner?: string): string {
  const code = blockWith(`from 'node:test'`);
  if (runner === undefined) return code;
  const [, line] = new RegExp(`^\\| ${runner} \\| \`(.+)\` \\|$`, 'm').exec(GUIDE) ?? [];
  if (line === undefined) throw new Error(`docs/testing.md has no line for ${runner}.`);
  return code.replace(/^import .* from 'node:test';$/m, line);
}

/** The global set-up of the guide. */
export const guideSetup = (): string => blockWith('export default async function setup');

/** The same program as CommonJS. */
export const asCommonJs = (code: string): string =>
  code.replace(
    /^import (.+) from (.+);$/gm,
    (_, names: string, module: string) => `const ${names.replaceAll(' as ', ': ')} = require(${module});`,
  );
