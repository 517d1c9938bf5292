import { expect, it } from 'vitest';
import { html } from './html.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('is one page with all changes', () => {
  const excerpts = { after: { file: 'v2.yaml', line: 3, text: 'type: string' } };
  const page = html(reportOf([change({ excerpts })]), { contract: 'v2.yaml' });
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain('<h1>Contract changes of <code>v2.yaml</code></h1>');
  expect(page).toContain('<strong><code>SearchRequest.limit</code>: The default went from');
  expect(page).toContain('v2.yaml:3');
});
