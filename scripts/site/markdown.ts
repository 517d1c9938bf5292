import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked, type Tokens } from 'marked';
import { anchorOf, plainText } from '../guides/headings.js';
import { escapeHtml } from './html.js';

for (const [name, language] of Object.entries({ bash, json, python, typescript, yaml }))
  hljs.registerLanguage(name, language);

export interface Rendering {
  /** The address that a link leads to on the page, or undefined for a link that has no page. */
  link(href: string): string | undefined;
  /** How many levels deeper headings are than in the Markdown. */
  deeper?: number;
  /** The id of a heading; without it, a heading has the id that GitHub gives it. */
  headingId?(text: string): string | undefined;
  /** The id of a row of a table by the text of its first cell, and the heading of that column. */
  rowId?(name: string, column: string): string | undefined;
}

export interface Renderer {
  /** The HTML of a Markdown text. What scrolls sideways can be reached with the keyboard, and all code can be copied. */
  text(markdown: string): string;
  /** The same of one line, without a paragraph around it. */
  inline(markdown: string): string;
}

export function renderMarkdown(markdown: string, rendering: Rendering): string {
  return createRenderer(rendering).text(markdown);
}

/** A renderer for the texts of one page. */
export function createRenderer({
  link,
  deeper = 0,
  headingId = anchorOf,
  rowId = () => undefined,
}: Rendering): Renderer {
  const usedIds = new Set<string>();
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const level = depth + deeper;
        return `<h${level}${idAttribute(headingId(plainText(tokens)))}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const target = link(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      code({ text, lang = '' }: Tokens.Code): string {
        // After the language stands what the tests of the guides need to know.
        return codeBlock(highlighted(text, lang.split(' ')[0] ?? ''));
      },
      table({ header, rows }: Tokens.Table): string {
        const line = (cells: readonly Tokens.TableCell[], name: string, id?: string) =>
          `<tr${idAttribute(id)}>${cells.map(({ tokens }) => `<${name}>${withWholeNames(this.parser.parseInline(tokens))}</${name}>`).join('')}</tr>`;
        const idOf = ([first]: readonly Tokens.TableCell[]) => {
          const id = rowId(plainText(first?.tokens ?? []), header[0]?.text ?? '');
          if (id === undefined || usedIds.has(id)) return undefined;
          usedIds.add(id);
          return id;
        };
        const body = rows.map((cells) => line(cells, 'td', idOf(cells))).join('\n');
        const head = line(header, 'th').replaceAll('<th></th>', '<td></td>');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${head}</thead><tbody>\n${body}</tbody></table></div>\n`;
      },
    },
  });
  return {
    text: (markdown) => renderer.parse(markdown, { async: false }),
    inline: (markdown) => renderer.parseInline(markdown, { async: false }),
  };
}

/** In a cell, names such as `--allow-private-networks` are not broken at their hyphens; a table scrolls instead. */
function withWholeNames(html: string): string {
  return html.replace(/(?<=<code>)[^<]*(?=<\/code>)/g, (code) =>
    code.replace(/\S*[-/?…]\S*/g, '<span class="whole">$&</span>'),
  );
}

/** Code with its button. */
export function codeBlock(html: string): string {
  return `<div class="code"><pre tabindex="0"><code>${html}</code></pre><button type="button" class="copy">Copy</button></div>\n`;
}

/** Code as HTML, with colours if the language is one of ours. */
export function highlighted(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

function idAttribute(id: string | undefined): string {
  return id === undefined ? '' : ` id="${escapeHtml(id)}"`;
}
