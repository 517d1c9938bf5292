import { expect, it } from 'vitest';
import { html } from './html.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('is one page with all changes, in which nothing of a contract becomes markup', () => {
  const excerpts = { after: { file: 'v2.yaml', line: 3, text: 'description: <img src=x onerror=alert(1)>\n```' } };
  const page = html(reportOf([change({ message: 'It is <b>bold</b> now.', excerpts })]));
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain('v2.yaml:3');
  expect(page).not.toMatch(/<img|<b>/);
});
