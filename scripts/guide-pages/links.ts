import { posix } from 'node:path';
import { CONTENTS, type Guide } from '../guides/guides.js';
import type { Places } from '../site/layout.js';

/** Where the other pages are, seen from the folder of the guides. */
export type Surroundings = Omit<Places, 'guides'>;

/** Turns a link of a guide into one of its page; returns undefined for a file that has no page. */
export type PageLink = (href: string) => string | undefined;

const CONTRACT = 'openapi/v2.yaml';
const SAMPLE = /^openapi\/samples\/(\w+)\.ts$/;

/**
 * The links of the file at `path` in the repository. A link to a guide leads to its page, one to the contract to the
 * reference, and one to the sample program of an operation, or to the contract with the id of an operation or event after
 * the `#`, to that in the reference.
 */
export function pageLinks(
  path: string,
  guides: readonly Guide[],
  { reference }: Surroundings,
  paths: ReadonlyMap<string, string>,
): PageLink {
  const pages = new Map(guides.map((guide) => [guide.path, `${guide.name}.html`]));
  pages.set(CONTENTS, 'index.html');
  return (href) => {
    if (/^([a-z][a-z\d+.-]*:|#)/i.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const target = posix.join(posix.dirname(path), file);
    const page = pages.get(target);
    if (page !== undefined) return anchor === undefined ? page : `${page}#${anchor}`;
    if (reference === undefined) return undefined;
    const operation = paths.get(target === CONTRACT ? (anchor ?? '') : (SAMPLE.exec(target)?.[1] ?? ''));
    if (target === CONTRACT && operation === undefined) return reference;
    return operation && posix.join(posix.dirname(reference), operation);
  };
}
