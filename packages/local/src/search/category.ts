import type { Category } from './search-engine.js';
import { isWithin, placeOf, type Site, siteOf } from './site.js';

/** Publishers, archives and indexes of research. */
const RESEARCH = [
  'aclanthology.org',
  'acm.org',
  'arxiv.org',
  'biorxiv.org',
  'cell.com',
  'doi.org',
  'hal.science',
  'ieee.org',
  'jmlr.org',
  'jstor.org',
  'medrxiv.org',
  'nature.com',
  'ncbi.nlm.nih.gov',
  'openreview.net',
  'plos.org',
  'pnas.org',
  'researchgate.net',
  'science.org',
  'sciencedirect.com',
  'semanticscholar.org',
  'springer.com',
  'ssrn.com',
  'tandfonline.com',
  'wiley.com',
  'zenodo.org',
];

/** Hosts of source code, and of the documentation of programs and libraries. */
const DEVELOPER = [
  'bitbucket.org',
  'codeberg.org',
  'crates.io',
  'developer.mozilla.org',
  'docs.python.org',
  'docs.rs',
  'github.com',
  'github.io',
  'gitlab.com',
  'learn.microsoft.com',
  'nodejs.org',
  'npmjs.com',
  'pkg.go.dev',
  'pypi.org',
  'readthedocs.io',
  'sourceforge.net',
  'stackoverflow.com',
];

const SITES: Readonly<Record<Exclude<Category, 'pdf'>, readonly Site[]>> = {
  github: [siteOf('github.com')],
  research: RESEARCH.map(siteOf),
  developer: DEVELOPER.map(siteOf),
};

/** The sites of a category. The category `pdf` has none: it is recognized by the file type on any site. */
export function sitesOf(category: Category): readonly Site[] {
  return category === 'pdf' ? [] : SITES[category];
}

/** The first of the categories that the page belongs to. */
export function categoryOf(url: string, filetype: string, categories: readonly Category[]): Category | undefined {
  const place = placeOf(url);
  return categories.find((category) =>
    category === 'pdf' ? filetype === 'pdf' : sitesOf(category).some((site) => isWithin(place, site)),
  );
}
