import { expect, it } from 'vitest';
import { parsePolicy, withPolicy } from './policy.js';
import { reportOf } from './report/report.js';
import { change } from './report/report-for-tests.js';
import { summary } from './report/words.js';
import { plainText } from './text.js';

const TODAY = new Date('2030-06-01T12:00:00Z');

const judged = (text: string) => withPolicy(reportOf([change()]), parsePolicy(text, 'policy.yaml'), TODAY);

const accepted = (lines: string) =>
  `accepted:\n  - rule: default-changed\n${lines}    until: 2030-06-01\n    reason: Agreed with all who use it.\n`;

it('gives a rule another level', () => {
  expect(judged('rules: { default-changed: additive }').verdict).toBe('minor');
  expect(judged('rules: { property-removed: additive }').verdict).toBe('major');
});

it('gives one kind of change another level than its rule', () => {
  const rules = (id: string) => judged(`rules: { default-changed: breaking, ${id}: additive }`);
  expect(rules('request-property-default-changed').verdict).toBe('minor');
  expect(rules('request-property-default-removed').verdict).toBe('major');
});

it('accepts one kind of change', () => {
  const text = (id: string) => accepted('').replace('default-changed', id);
  expect(judged(text('request-property-default-changed')).verdict).toBe('none');
  expect(judged(text('request-property-default-removed')).verdict).toBe('major');
});

it('asks for no release for what was accepted, as long as it is, and shows it', () => {
  const report = judged(accepted(''));
  expect(report.verdict).toBe('none');
  expect(report.changes[0]).toMatchObject({ level: 'breaking', accepted: { until: '2030-06-01' } });
  expect(judged(accepted('').replace('2030-06-01', '2030-05-31')).verdict).toBe('major');
});

it('accepts only the operation and the place that were named', () => {
  expect(judged(accepted('    operation: POST /v2/search\n    about: SearchRequest.limit\n')).verdict).toBe('none');
  expect(judged(accepted('    operation: POST /v2/map\n')).verdict).toBe('major');
  expect(judged(accepted('    about: SearchRequest.lang\n')).verdict).toBe('major');
});

it('accepts it for the named operations only, and breaks for the others', () => {
  const both = reportOf([change({ operations: ['POST /v2/map', 'POST /v2/search'] })]);
  const named = parsePolicy(accepted('    operation: POST /v2/search\n'), 'policy.yaml');
  const report = withPolicy(both, named, TODAY);
  expect(report.verdict).toBe('major');
  expect(report.changes).toMatchObject([
    { operations: ['POST /v2/map'] },
    { operations: ['POST /v2/search'], accepted: { until: '2030-06-01' } },
  ]);
  expect(report.changes[0]).not.toHaveProperty('accepted');
});

it.each([
  ['accepted: [{ rule: default-changed, until: 2030-01-01 }]', /^policy\.yaml: accepted\.0\.reason: /],
  [
    'accepted: [{ rule: default-changed, reason: b, until: soon }]',
    /^policy\.yaml: accepted\.0\.until: has to be a date/,
  ],
  [
    'accepted: [{ rule: default-changed, reason: b, until: 2030-02-30 }]',
    /^policy\.yaml: accepted\.0\.until: has to be a date/,
  ],
  [
    'accepted: [{ rule: defaults, reason: b, until: 2030-01-01 }]',
    /^policy\.yaml: accepted\.0\.rule: there is no such rule/,
  ],
  ['rules: { default-changed: off }', /^policy\.yaml: rules\.default-changed: /],
  ['rules: { defaults: additive }', /^policy\.yaml: rules\.defaults: there is no such rule/],
  ['levels: {}', /^policy\.yaml: the file: .*levels/],
  ['rules: {', /^policy\.yaml: this is not YAML: /],
])('says what is wrong in %s', (text, message) => {
  expect(() => parsePolicy(text, 'policy.yaml')).toThrow(message);
});

it('takes what extensions mean, the notice that is due, and whom it asks about', () => {
  const policy = parsePolicy(
    `audience: wire
fail-on: warning
check-version: true
extensions: { x-safe: guarantee }
sunset: { notice-days: 30 }
stability: { unstable: [draft] }
`,
    'policy.yaml',
  );
  expect(policy).toMatchObject({
    audience: 'wire',
    failOn: 'warning',
    checkVersion: true,
    settings: {
      extensions: { 'x-safe': 'guarantee' },
      sunset: { noticeDays: 30 },
      stability: { unstable: ['draft'] },
    },
  });
});

it('leaves alone what a rule finds that breaks nobody', () => {
  const report = reportOf([change({ level: 'additive' })]);
  expect(withPolicy(report, parsePolicy('rules: { default-changed: breaking }', 'policy.yaml'), TODAY).verdict).toBe(
    'minor',
  );
});

it('gives a level to one kind of change that breaks nobody', () => {
  const report = reportOf([change({ level: 'additive' })]);
  const rules = (text: string) => withPolicy(report, parsePolicy(`rules: { ${text} }`, 'policy.yaml'), TODAY).verdict;
  expect(rules('request-property-default-changed: breaking')).toBe('major');
  expect(rules('operation-summary-changed: breaking')).toBe('minor');
  expect(() => rules('operation-sumary-changed: breaking')).toThrow(/there is no such rule/);
});

it('does not count as breaking what is accepted', () => {
  expect(plainText(summary(judged(accepted(''))))).toBe('1 is accepted.');
});

it('says in a sentence that a reason is missing', () => {
  const text = 'accepted: [{ rule: default-changed, until: 2030-01-01 }]';
  expect(() => parsePolicy(text, 'policy.yaml')).toThrow(
    'policy.yaml: accepted.0.reason: is missing: say in a sentence why the change is accepted.',
  );
});
