/** Renders the guides and the reference of every release, with a page that lists them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compare, parseSpec, type SpecDocument } from '@trawl/spec-diff';
import { readContract } from './codegen/contract.js';
import type { Contract } from './docs/openapi.js';
import { checkValidity } from './docs/redocly.js';
import { contractFiles, type Reference, readReference, renderReference, withPage } from './docs/render.js';
import { readSamples } from './docs/samples/samples.js';
import { writeSite } from './guide-pages/site.js';
import { readGuides } from './guides/guides.js';
import { listGuides } from './guides/list.js';
import { changesByVersion, changesFeed, changesPage, type VersionChanges } from './pages/changes.js';
import { listPage } from './pages/list.js';
import { withSince } from './pages/since.js';
import { extractContract, type Release, releases } from './pages/versions.js';
import { changesInWords } from './release/contract-words.js';
import { readCommandLine } from './shared/command-line.js';
import { replaceFiles } from './site/assets.js';
import { sitemap } from './site/sitemap.js';

const USAGE = `
Renders the guides and the reference of every release, with a page that lists them.

  npm run pages                          writes dist/pages
  npm run pages -- --out FOLDER          writes another folder
  npm run pages -- --repository FOLDER   takes the guides and the releases of another clone
  npm run pages -- --address URL         also writes the sitemap of the site that is published at this address
`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A release as the program of today reads it, so that all versions look alike. */
interface ReadRelease extends Release {
  readonly reference: Reference;
  readonly spec: SpecDocument;
  /** The contract itself, by file name. */
  readonly files: ReadonlyMap<string, string>;
}

const { values } = readCommandLine(USAGE, {
  options: {
    out: { type: 'string', default: 'dist/pages' },
    repository: { type: 'string', default: ROOT },
    address: { type: 'string' },
  },
});
const repository = pathToFileURL(join(values.repository, '/'));
const [{ guides }, guideEntries] = await Promise.all([readGuides(repository), listGuides(repository)]);

async function read(release: Release): Promise<ReadRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    await extractContract(values.repository, release.tag, folder);
    const file = join(folder, 'openapi/v2.yaml');
    await checkValidity(file);
    const contract = readContract(file) as unknown as Contract;
    const files = contractFiles(contract, await readFile(file, 'utf8'));
    const samples = await readSamples(join(folder, 'openapi/samples'));
    const spec = parseSpec(files.get('openapi.yaml') ?? '', 'openapi/v2.yaml');
    return { ...release, files, spec, reference: readReference({ contract, samples, guides, guideEntries }) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const list: ReadRelease[] = [];
for (const release of await releases(values.repository)) list.push(await read(release));
const marked = withSince(list.map(({ version, reference }) => ({ version, pages: reference.pages })));
const changes = list.map(({ version, date, spec }, index): VersionChanges => {
  const before = list[index + 1];
  const words = before ? changesInWords(compare(before.spec, spec), '###') : 'The first release.\n';
  return { version, date, markdown: words || 'Nothing that a program or a reader notices.\n' };
});

await mkdir(values.out, { recursive: true });
for (const [index, { version, reference, files }] of list.entries()) {
  const page = changesPage(
    'The changes of the contract by version, as a program has compared them.',
    changesByVersion(changes.slice(index)),
    reference.pages.pages,
  );
  const others = list
    .filter((other) => other.version !== version)
    .map((other) => {
      const pageFiles = new Map(other.reference.pages.pages.map((page) => [page.anchor, `${page.path}.html`]));
      pageFiles.set('/section/changes', 'changes.html');
      return { name: other.version, fileOf: ({ anchor }: { anchor: string }) => pageFiles.get(anchor) ?? 'index.html' };
    });
  const rendered = await renderReference(
    withPage({ ...reference, pages: marked[index]?.pages ?? reference.pages }, page),
    { guides, guideEntries },
    { name: version, others, isLatest: index === 0 },
  );
  // One for all versions names the latest alone.
  rendered.delete('sitemap.xml');
  for (const name of [version, ...(index === 0 ? ['latest'] : [])])
    await replaceFiles(join(values.out, name), new Map([...rendered, ...files]));
  console.log(`rendered ${version}`);
}
const [latest] = list;
if (values.address !== undefined) {
  const pages = latest?.reference.pages.pages.map(({ path }) => `latest/${path}.html`) ?? [];
  const places = ['index.html', 'docs/index.html', ...guides.map(({ name }) => `docs/${name}.html`), ...pages];
  const addresses = places.map((place) => new URL(place.replace(/(^|\/)index\.html$/, '$1'), values.address).href);
  await writeFile(join(values.out, 'sitemap.xml'), sitemap(addresses));
}
const surroundings = {
  home: '../index.html',
  reference: latest && '../latest/index.html',
  index: latest && '../latest/',
};
await writeSite(join(values.out, 'docs'), surroundings, repository);
await writeFile(join(values.out, 'changes.atom'), changesFeed(changes));
await writeFile(join(values.out, 'index.html'), await listPage(list));
console.log(`wrote ${join(values.out, 'index.html')}, ${list.length} ${list.length === 1 ? 'version' : 'versions'}`);
