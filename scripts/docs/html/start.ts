import { escapeHtml } from '../../site/html.js';
import { slug } from '../addresses.js';
import type { LinkOf } from '../links.js';
import type { Page } from '../model.js';
import type { Pages } from '../pages.js';

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
  const groups = [...new Set(pages.map(({ group }) => group))].filter((group) => group !== undefined);
  const lists = groups.map((group) => {
    const members = pages.filter((page) => page.group === group);
    return `<h2 id="${slug(group)}">${escapeHtml(group)}</h2><ul>${members.map(entry).join('')}</ul>`;
  });
  const used = [...homes.keys()]
    .sort()
    .map((name) => `<li id="/schema/${name}"><a href="${link(`#/schema/${name}`)}">${name}</a></li>`);
  return `<h2 id="chapters">Chapters</h2><ul>${chapters.map(entry).join('')}</ul>${lists.join('')}<details class="schemas"><summary>Schemas that one place uses</summary><ul class="names">${used.join('')}</ul></details>`;
}
