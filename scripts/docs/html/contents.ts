import { escapeHtml } from '../../site/html.js';
import { slug } from '../addresses.js';
import type { LinkOf } from '../links.js';
import { groupsOf, type Page } from '../model.js';
import type { Pages } from '../pages.js';

// The two lists of all pages: the menu at the side of each, and the contents of the start page.

/** The group whose pages the menu shows only where one of them is open: their links would be most of every page. */
const SCHEMAS = 'Schemas';

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
  const lists = groupsOf(pages).map(([group, members]) => {
    const isOpen = group === current?.group;
    if (group === SCHEMAS && !isOpen) return `<li><a href="${link('#/')}#schemas">${SCHEMAS}</a></li>`;
    return `<li><details name="calls"${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${members.map(entry).join('')}</ul></details></li>`;
  });
  return `<h2>API reference</h2><ul>${chapters.map(entry).join('')}${lists.join('')}</ul>`;
}

/**
 * All pages by their groups. Each entry has the id that its subject had when the reference was one page, so that an old
 * address leads here, and from here on.
 */
export function startList({ pages, homes }: Pages, link: LinkOf): string {
  const entry = (page: Page) => {
    const call = page.call ? ` <code>${page.call.method.toUpperCase()} ${escapeHtml(page.call.path)}</code>` : '';
    const text = page.call || page.summary === '' ? '' : `: ${escapeHtml(page.summary)}`;
    return `<li id="${page.anchor}"><a href="${link(`#${page.anchor}`)}">${escapeHtml(page.title)}</a>${call}${text}</li>`;
  };
  const chapters = pages.filter(({ kind }) => kind === 'chapter');
  const lists = groupsOf(pages).map(
    ([group, members]) => `<h2 id="${slug(group)}">${escapeHtml(group)}</h2><ul>${members.map(entry).join('')}</ul>`,
  );
  const used = [...homes.keys()]
    .sort()
    .map((name) => `<li id="/schema/${name}"><a href="${link(`#/schema/${name}`)}">${name}</a></li>`);
  return `<h2 id="chapters">Chapters</h2><ul>${chapters.map(entry).join('')}</ul>${lists.join('')}<details class="schemas"><summary>Schemas that one place uses</summary><ul class="names">${used.join('')}</ul></details>`;
}
