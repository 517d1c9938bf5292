import { expect, it } from 'vitest';
import { json } from './json.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('is one object of what programs were promised', () => {
  expect(JSON.parse(json(reportOf([change()])))).toEqual({
    verdict: 'major',
    verdicts: { wire: 'major', types: 'major' },
    changes: [
      {
        id: 'request-property-default-changed',
        rule: 'default-changed',
        level: 'breaking',
        impact: { wire: 'breaking', types: 'breaking' },
        operations: ['POST /v2/search'],
        message: '`SearchRequest.limit`: The default went from `5` to `10`.',
        before: 5,
        after: 10,
        location: { side: 'after', file: 'openapi/v2.yaml', line: 12 },
      },
    ],
  });
});

it('says what changes in the types', () => {
  const types = { before: ['size: number;'], after: ['size: string;'] };
  const { changes } = JSON.parse(json(reportOf([change({ types }), change({ types: null })])));
  expect(changes).toMatchObject([{ types }, { types: null }]);
});
