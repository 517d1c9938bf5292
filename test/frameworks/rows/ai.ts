import assert from 'node:assert/strict';
import type { Row } from '../row.js';

/** The tools of the AI SDK, called by a model. */
export const ai: readonly Row[] = [5, 6, 7].map((major) => ({
  name: `ai-${major}`,
  tool: 'AI SDK',
  versionOf: 'ai',
  projects: ['ai'],
  dependencies: { ai: `^${major}` },
  packages: ['sdk', 'client', 'tools'],
  ...(major === 7 && { node: 'Node 24' }),
  isQuick: major === 6,
  async run({ project, works }) {
    await works('tools that a model calls', async () => {
      const { text, results } = JSON.parse(await project.execute('node program.mjs'));
      assert.equal(text, 'It costs nothing.');
      assert.match(results[0], /It costs 0 EUR/);
    });
  },
}));
