import { expect, it } from 'vitest';
import { readGuide } from './guide-code.js';
import { pinsOf } from './pins.js';
import { readResults, withTable } from './results.js';
import { ROWS } from './rows/rows.js';
import { startTrialService } from './service.js';
import { tryRow } from './trial.js';

it('results are of the versions that are pinned', () => {
  const results = readResults();
  const tried = ROWS.filter(({ name }) => results[name]);
  expect(Object.entries(results).map(([name, { pins }]) => ({ name, pins }))).toEqual(
    tried.map(({ name, dependencies }) => ({ name, pins: pinsOf(dependencies) })),
  );
});

it('the guide has the table of that run', () => {
  const guide = readGuide('platforms.md');
  expect(guide).toBe(withTable(guide, readResults(), ROWS));
});

it.each(ROWS.filter(({ isQuick }) => isQuick))(
  '$name: what works in it works still',
  async (row) => {
    await using service = await startTrialService();
    const { result, failures } = await tryRow(row, service);
    expect([...failures]).toEqual([]);
    expect(result.works).toEqual(readResults()[row.name]?.works);
  },
  300_000,
);
