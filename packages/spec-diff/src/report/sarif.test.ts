import { expect, it } from 'vitest';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';
import { sarif } from './sarif.js';

const run = (...changes: Parameters<typeof reportOf>[0]) => JSON.parse(sarif(reportOf(changes))).runs[0];

it('says of each change its rule, its level and its line', () => {
  const { tool, results } = run(change(), change({ level: 'docs', rule: 'modified' }));
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['default-changed', 'modified']);
  expect(results[0]).toMatchObject({
    ruleId: 'default-changed',
    level: 'error',
    message: { text: expect.stringMatching(/^POST \/v2\/search: `SearchRequest\.limit`/) },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'openapi/v2.yaml' }, region: { startLine: 12 } } }],
  });
  expect(results[0].kind).toBe('fail');
  // A result without a level is no failure.
  expect(results[1]).toMatchObject({ kind: 'informational', level: 'none' });
});

it('names a file by a URI', () => {
  const near = { side: 'after', file: 'my api/v2.yaml', line: 1 } as const;
  const [result] = run(change({ near })).results;
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('my%20api/v2.yaml');
});

it('suppresses what is accepted, and says why', () => {
  const accepted = { reason: 'Agreed.', until: '2030-01-01' };
  expect(run(change({ accepted })).results[0].suppressions).toEqual([{ kind: 'external', justification: 'Agreed.' }]);
});
