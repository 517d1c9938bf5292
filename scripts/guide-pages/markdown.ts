import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked, type Tokens } from 'marked';
import { anchorOf, plainText } from '../guides/headings.js';
import type { PageLink } from './links.js';

for (const [name, language] of Object.entries({ bash, json, typescript, yaml })) hljs.registerLanguage(name, language);

/** The HTML of a guide. What scrolls sideways can be reached with the keyboard. */
export function renderMarkdown(markdown: string, link: PageLink): string {
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        return `<h${depth} id="${anchorOf(plainText(tokens))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const target = link(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      code({ text, lang = '' }: Tokens.Code): string {
        return `<pre tabindex="0"><code>${highlight(text, lang)}</code></pre>\n`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], name: string) =>
          `<tr>${cells.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        const head = row(token.header, 'th').replaceAll('<th></th>', '<td></td>');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${head}</thead><tbody>\n${body}</tbody></table></div>\n`;
      },
    },
  });
  return renderer.parse(markdown, { async: false });
}

function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
