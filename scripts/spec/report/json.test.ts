import { expect, it } from 'vitest';
import { json } from './json.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('is one object of what programs were promised', () => {
  expect(JSON.parse(json(reportOf([change()])))).toEqual({
    verdict: 'major',
    changes: [
      {
        rule: 'default-changed',
        level: 'breaking',
        operations: ['POST /v2/search'],
        message: '`SearchRequest.limit`: The default went from `5` to `10`.',
        before: 5,
        after: 10,
        location: { side: 'head', file: 'openapi/v2.yaml', line: 12 },
      },
    ],
  });
});

it('says what it means in code where that was looked into', () => {
  const [first] = JSON.parse(json(reportOf([change({ code: 'the generated types change.' })]))).changes;
  expect(first.code).toBe('the generated types change.');
});
