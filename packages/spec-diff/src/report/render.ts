import { github } from './github.js';
import { json } from './json.js';
import { markdown } from './markdown.js';
import type { Report } from './report.js';
import { sarif } from './sarif.js';
import { terminal } from './terminal.js';

export const FORMATS = ['terminal', 'json', 'markdown', 'html', 'sarif', 'github'] as const;

export type Format = (typeof FORMATS)[number];

export async function render(report: Report, format: Format, options: { colour?: boolean } = {}): Promise<string> {
  if (format === 'json') return json(report);
  if (format === 'markdown') return markdown(report);
  if (format === 'sarif') return sarif(report);
  // What makes a page of Markdown is loaded only for one.
  if (format === 'html') return (await import('./html.js')).html(report);
  return format === 'github' ? github(report) : terminal(report, options);
}
