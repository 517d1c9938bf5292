import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './html.js';
import { slug } from './links.js';
import type { Section } from './sections.js';

/**
 * The reference as plain HTML, everything in one piece: it can be read before any script runs, found with the search of
 * the browser, and printed. Its anchors are those of the page that Redoc makes.
 */
export function plainPage(sections: readonly Section[]): string {
  const articles = sections.map((section) => {
    const { id, title, kind, operation } = section;
    const tryIt = operation ? `<p><a class="try-it" href="#try/${operation.operation.operationId}">Try it</a></p>` : '';
    const heading = id === '/' ? 'h1' : 'h2';
    return `<article id="${id}" data-kind="${kind}"><${heading}>${escapeHtml(title)}</${heading}>${tryIt}${render(section)}</article>`;
  });
  return `<nav aria-label="Sections">${navigation(sections)}</nav><main tabindex="-1">${articles.join('\n')}</main>`;
}

function navigation(sections: readonly Section[]): string {
  const link = ({ id, title }: Section) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`;
  const introduction = sections.filter(({ kind }) => kind === 'introduction');
  const groups = [...new Set(sections.map(({ group }) => group))].filter((group) => group !== undefined);
  const lists = groups.map((group) => {
    const members = sections.filter((section) => section.group === group);
    return `<li><details><summary>${escapeHtml(group)}</summary><ul>${members.map(link).join('')}</ul></details></li>`;
  });
  return `<ul>${introduction.map(link).join('')}${lists.join('')}</ul>`;
}

function render({ id, kind, markdown }: Section): string {
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = this.parser.parseInline(tokens);
        const anchor = kind === 'introduction' ? ` id="${id}/${slug(text)}"` : '';
        return `<h${depth + 1}${anchor}>${text}</h${depth + 1}>`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table>`;
      },
    },
  });
  return renderer.parse(markdown, { async: false });
}
