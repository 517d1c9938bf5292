import { Marked } from 'marked';
import { markdown } from './markdown.js';
import type { Report } from './report.js';

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code, pre { background: #f3f4f6; border-radius: 4px; padding: 0.1em 0.3em; }
pre { overflow-x: auto; padding: 0.7em; }
pre code { padding: 0; }
@media (prefers-color-scheme: dark) { body { background: #16181d; color: #e6e8eb; } code, pre { background: #262a31; } }`;

/** The whole report as one page that needs nothing else. */
export function html(report: Report): string {
  const body = new Marked({ async: false }).parse(markdown(report, { most: Number.POSITIVE_INFINITY }));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract changes</title>
<style>
${STYLE}
</style>
<main>
${body}</main>
</html>`;
}
