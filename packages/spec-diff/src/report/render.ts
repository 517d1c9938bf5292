import { github } from './github.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { Report } from './report.js';
import { sarif } from './sarif.js';
import { terminal } from './terminal.js';

export const FORMATS = ['terminal', 'json', 'markdown', 'html', 'sarif', 'junit', 'github'] as const;

export type Format = (typeof FORMATS)[number];

export interface RenderOptions {
  /** Whether a terminal shows colours. */
  colour?: boolean;
  /** The command that shows what a comment has no room for. */
  command?: string;
  /** The path of the contract, which the title of a page names. */
  contract?: string;
  /** The address of the whole report, for where there is no room for it. */
  link?: string;
}

export async function render(report: Report, format: Format, options: RenderOptions = {}): Promise<string> {
  if (format === 'json') return json(report);
  if (format === 'markdown') return markdown(report, options);
  if (format === 'sarif') return sarif(report);
  if (format === 'junit') return junit(report);
  if (format === 'html') return html(report, options);
  return format === 'github' ? github(report, options) : terminal(report, options);
}
