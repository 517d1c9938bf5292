import { posix } from 'node:path';
import type { Page } from './model.js';
import type { Pages } from './pages.js';

/** Turns a link of a text into one of a file: another place of the reference, a guide, or any other address. */
export type LinkOf = (href: string) => string;

const GUIDES = 'guides:';

export interface LinkOptions {
  /** Where the folder of the guides is, from the folder of the reference. */
  readonly guides: string;
  /** The ending of the files: `html` or `md`. */
  readonly ending: string;
}

/** Where a place of the reference is, by what texts call it: `search/search-the-web` and what follows the `#`. */
function placeOfAnchor({ pages, homes }: Pages, anchor: string): { page: Page; id?: string } | undefined {
  for (let end = anchor.length; end > 0; end = anchor.lastIndexOf('/', end - 1)) {
    const prefix = anchor.slice(0, end) || '/';
    const rest = anchor.slice(end + 1);
    const page = pages.find((each) => each.anchor === prefix);
    if (page) return rest ? { page, id: rest } : { page };
    const home = homes.get(prefix.slice('/schema/'.length));
    if (home && prefix.startsWith('/schema/'))
      return { page: home.page, id: rest ? [home.path, rest].filter(Boolean).join('.') : home.id };
  }
  return anchor === '/' ? { page: pages[0] as Page } : undefined;
}

/** The links of the page at `path`, relative to it. */
export function linksOfPage(pages: Pages, path: string, { guides, ending }: LinkOptions): LinkOf {
  const folder = posix.dirname(path);
  const known = new Map<string, string>();
  return (href) => {
    if (href.startsWith(GUIDES)) return posix.relative(folder, posix.join(guides, href.slice(GUIDES.length)));
    if (!href.startsWith('#/')) return href;
    let link = known.get(href);
    if (link === undefined) {
      const place = placeOfAnchor(pages, href.slice(1));
      link = place === undefined ? href : relativeLink(folder, `${place.page.path}.${ending}`, place.id);
      known.set(href, link);
    }
    return link;
  };
}

function relativeLink(folder: string, file: string, id?: string): string {
  return `${posix.relative(folder, file)}${id === undefined ? '' : `#${id}`}`;
}
