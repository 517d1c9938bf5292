import { escapeHtml } from '../../site/html.js';
import type { LinkOf } from '../links.js';
import type { Page } from '../model.js';
import type { Pages } from '../pages.js';

/** The menu: chapters, the calls and events by their groups, and the schemas where one of them is open. */
export function menuHtml({ pages }: Pages, current: Page | undefined, link: LinkOf): string {
  const entry = (page: Page) => {
    const mark = page === current ? ' aria-current="page"' : '';
    const kind = page.call
      ? ` <small class="method">${page.call.method}</small>`
      : page.kind === 'event'
        ? ' <small class="method">event</small>'
        : '';
    return `<li><a href="${link(`#${page.anchor}`)}"${mark}>${escapeHtml(page.title)}${kind}</a></li>`;
  };
  const chapters = pages.filter(({ group }) => group === undefined);
  const groups = [...new Set(pages.map(({ group }) => group))].filter((group) => group !== undefined);
  const lists = groups.map((group) => {
    const isOpen = group === current?.group;
    // Links to all schemas would be most of every page.
    if (group === SCHEMAS && !isOpen) return `<li><a href="${link('#/')}#schemas">${SCHEMAS}</a></li>`;
    const members = pages.filter((page) => page.group === group);
    return `<li><details name="calls"${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${members.map(entry).join('')}</ul></details></li>`;
  });
  return `<h2>API reference</h2><ul>${chapters.map(entry).join('')}${lists.join('')}</ul>`;
}

const SCHEMAS = 'Schemas';
