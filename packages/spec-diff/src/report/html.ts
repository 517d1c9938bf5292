import { htmlBlock, htmlLine } from '../output/html.js';
import { type Item, type ItemGroup, type PageOptions, pageOf, type Section } from './page.js';
import type { Report } from './report.js';

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code, pre { background: #f3f4f6; border-radius: 4px; padding: 0.1em 0.3em; }
pre { overflow-x: auto; padding: 0.7em; }
pre code { padding: 0; }
@media (prefers-color-scheme: dark) { body { background: #16181d; color: #e6e8eb; } code, pre { background: #262a31; } }`;

/** The whole report as one page that needs nothing else. */
export function html(report: Report, options: PageOptions = {}): string {
  const { title, paragraphs, sections } = pageOf(report, options);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract changes</title>
<style>
${STYLE}
</style>
<main>
<h1>${htmlLine(title)}</h1>
${paragraphs.map((paragraph) => `<p>${htmlLine(paragraph)}</p>\n`).join('')}${sections.map(section).join('')}</main>
</html>`;
}

function section({ title, isFolded, groups }: Section): string {
  const content = groups.map(group).join('');
  if (title === undefined) return content;
  if (isFolded) return `<details>\n<summary>${title}</summary>\n${content}</details>\n`;
  return `<h2>${title}</h2>\n${content}`;
}

function group({ heading, items }: ItemGroup): string {
  const line = heading ? `<h3>${htmlLine(heading)}</h3>\n` : '';
  return `${line}<ul>\n${items.map(listItem).join('')}</ul>\n`;
}

function listItem({ text, facts, difference, excerpts }: Item): string {
  const line = facts.length > 0 ? `<strong>${htmlLine(text)}</strong>` : htmlLine(text);
  const list = facts.length > 0 ? `<ul>\n${facts.map((fact) => `<li>${htmlLine(fact)}</li>\n`).join('')}</ul>\n` : '';
  const written = excerpts.map((excerpt) => `<p>${htmlLine(excerpt.title)}</p>\n${htmlBlock(excerpt.text)}\n`).join('');
  const folded = written ? `<details><summary>as it is written</summary>\n${written}</details>\n` : '';
  return `<li>${line}\n${list}${difference === undefined ? '' : `${htmlBlock(difference)}\n`}${folded}</li>\n`;
}
