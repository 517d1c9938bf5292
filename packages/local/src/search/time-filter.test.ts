import { expect, test } from 'vitest';
import { parseTimeFilter } from './time-filter.js';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const without = (part: string) => `\`tbs\` was applied without \`${part}\`, which this server does not understand.`;

test.each([
  [undefined, { newestFirst: false }],
  ['sbd:1', { newestFirst: true }],
  ['qdr:h', { from: now - hour, newestFirst: false }],
  ['qdr:d', { from: now - 24 * hour, newestFirst: false }],
  ['qdr:w,sbd:1', { from: now - 7 * 24 * hour, newestFirst: true }],
  ['sbd:1,qdr:m', { from: now - 30 * 24 * hour, newestFirst: true }],
  ['qdr:y', { from: now - 365 * 24 * hour, newestFirst: false }],
  [
    'cdr:1,cd_min:01/31/2026,cd_max:02/01/2026',
    { from: Date.UTC(2026, 0, 31), until: Date.UTC(2026, 1, 2), newestFirst: false },
  ],
  [
    'qdr:d,cdr:1,cd_min:01/01/2020,cd_max:12/31/2030',
    { from: now - 24 * hour, until: Date.UTC(2031, 0, 1), newestFirst: false },
  ],
  ['', { newestFirst: false }],
  ['qdr:h2', { from: now - 2 * hour, newestFirst: false }],
  ['qdr:n10', { from: now - hour / 6, newestFirst: false }],
  ['qdr:d3, sbd:1', { from: now - 72 * hour, newestFirst: true }],
  [
    'cdr:1,cd_min:1/5/2026,cd_max:2/1/2026',
    { from: Date.UTC(2026, 0, 5), until: Date.UTC(2026, 1, 2), newestFirst: false },
  ],
  ['li:1', { newestFirst: false, warning: without('li:1') }],
  ['last week,qdr:d', { from: now - 24 * hour, newestFirst: false, warning: without('last week') }],
  ['cdr:1,cd_min:13/01/2026', { newestFirst: false, warning: without('cd_min:13/01/2026') }],
  ['cdr:1,cd_min:02/30/2026', { newestFirst: false, warning: without('cd_min:02/30/2026') }],
])('%s', (tbs, expected) => {
  expect(parseTimeFilter(tbs, now)).toEqual(expected);
});
