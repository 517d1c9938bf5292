/** Renders the guides and the reference of every release, with a page that lists them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, parseSpec, type SpecDocument } from '@trawl/spec-diff';
import { readContract } from './codegen/contract.js';
import type { Contract } from './docs/openapi.js';
import { checkValidity } from './docs/redocly.js';
import { type Reference, readReference, renderReference } from './docs/render.js';
import { readSamples } from './docs/samples/samples.js';
import { writeSite } from './guide-pages/site.js';
import { readGuides } from './guides/guides.js';
import { listGuides } from './guides/list.js';
import { changesFeed, changesPage, type VersionChanges } from './pages/changes.js';
import { listPage } from './pages/list.js';
import { withSince } from './pages/since.js';
import { extractContract, type Release, releases } from './pages/versions.js';
import { changesInWords } from './release/contract-words.js';
import { readCommandLine } from './shared/command-line.js';
import { replaceFiles } from './site/assets.js';

const USAGE = `
Renders the guides and the reference of every release, with a page that lists them.

  npm run pages                          writes dist/pages
  npm run pages -- --out FOLDER          writes another folder
  npm run pages -- --repository FOLDER   takes the releases of another clone
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
  options: { out: { type: 'string', default: 'dist/pages' }, repository: { type: 'string', default: ROOT } },
});
const [{ guides }, guideEntries] = await Promise.all([readGuides(), listGuides()]);

async function read(release: Release): Promise<ReadRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    await extractContract(values.repository, release.tag, folder);
    const file = join(folder, 'openapi/v2.yaml');
    await checkValidity(file);
    const contract = readContract(file) as unknown as Contract;
    const files = new Map([
      ['openapi.json', `${JSON.stringify(contract, null, 2)}\n`],
      ['openapi.yaml', await readFile(file, 'utf8')],
    ]);
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
  const { pages, homes } = marked[index]?.pages ?? reference.pages;
  const [start, ...rest] = pages;
  const withChanges = [...(start ? [start] : []), changesPage(changes.slice(index)), ...rest];
  const others = list
    .filter((other) => other.version !== version)
    .map((other) => {
      const pageFiles = new Map(other.reference.pages.pages.map((page) => [page.anchor, `${page.path}.html`]));
      pageFiles.set('/section/changes', 'changes.html');
      return { name: other.version, fileOf: ({ anchor }: { anchor: string }) => pageFiles.get(anchor) ?? 'index.html' };
    });
  const rendered = await renderReference(
    { ...reference, pages: { pages: withChanges, homes } },
    { guides, guideEntries },
    { name: version, others },
  );
  // A sitemap needs the address where it is published, which is not known here.
  rendered.delete('sitemap.xml');
  for (const name of [version, ...(index === 0 ? ['latest'] : [])])
    await replaceFiles(join(values.out, name), new Map([...rendered, ...files]));
  console.log(`rendered ${version}`);
}
const [latest] = list;
await writeSite(join(values.out, 'docs'), {
  home: '../index.html',
  reference: latest && '../latest/index.html',
  index: latest && '../latest/',
});
await writeFile(join(values.out, 'changes.atom'), changesFeed(changes));
await writeFile(join(values.out, 'index.html'), await listPage(list));
console.log(`wrote ${join(values.out, 'index.html')}, ${list.length} ${list.length === 1 ? 'version' : 'versions'}`);
