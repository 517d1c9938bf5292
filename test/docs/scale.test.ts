import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limitsOf, MEASURED, tableOfLoads } from '../../scripts/shared/load-model.js';

const guide = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');

it('shows what the model of the load says', () => {
  expect(guide).toContain(tableOfLoads());
});

it('bounds pages by the processors of the nodes, by pages at once and by PostgreSQL', () => {
  const load = { nodes: 2, processorsOfNode: 3, processorsOfDatabase: 1, pageSeconds: 4, hasMessages: false };
  const costs = { ...MEASURED, pageMs: 6, databasePageMs: 2, databaseIdleMs: 100 };
  expect(limitsOf(load, costs)).toEqual({ processors: 1000, 'pages at once': 50, PostgreSQL: 400 });
  const messages = { ...costs, messageMs: 0.1 };
  expect(limitsOf({ ...load, hasMessages: true }, messages).PostgreSQL).toBe(396);
});
