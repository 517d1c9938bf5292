import { github } from './github.js';
import { json } from './json.js';
import { markdown } from './markdown.js';
import type { Report } from './report.js';
import { terminal } from './terminal.js';

export const FORMATS = ['terminal', 'json', 'markdown', 'github'] as const;

export type Format = (typeof FORMATS)[number];

export function render(report: Report, format: Format, options: { colour?: boolean } = {}): string {
  if (format === 'json') return json(report);
  if (format === 'markdown') return markdown(report);
  return format === 'github' ? github(report) : terminal(report, options);
}
