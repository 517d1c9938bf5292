import { createHash } from 'node:crypto';
import { ONLY_TEXT, type Page } from '../docs/model.js';
import { escapeHtml } from '../site/html.js';

/** What changed in a version of the contract, as Markdown. */
export interface VersionChanges {
  readonly version: string;
  /** The day of the release. */
  readonly date: string;
  readonly markdown: string;
}

/** The page of what changed, after a sentence that says since when. The operations lead to their pages. */
export function changesPage(summary: string, markdown: string, pages: readonly Page[]): Page {
  return {
    ...ONLY_TEXT,
    kind: 'chapter',
    path: 'changes',
    anchor: '/section/changes',
    title: 'What changed',
    summary,
    text: `${summary}\n\n${withLinks(markdown, pages)}`,
  };
}

/** Makes links of the operations that are named as `POST /v2/search`, where they have a page. */
function withLinks(markdown: string, pages: readonly Page[]): string {
  const anchors = new Map<string, string>(
    pages.flatMap(({ call, anchor }) => (call ? [[`${call.method.toUpperCase()} ${call.path}`, anchor] as const] : [])),
  );
  return markdown.replace(/`([A-Z]+ \/[^`]*)`/g, (name, call: string) => {
    const anchor = anchors.get(call);
    return anchor === undefined ? name : `[${name}](#${anchor})`;
  });
}

/** The chapters of that page, the latest version first. */
export function changesByVersion(changes: readonly VersionChanges[]): string {
  const chapters = changes.map(({ version, date, markdown }) => `## ${version}\n\nReleased on ${date}.\n\n${markdown}`);
  return ['Also as a [feed](../changes.atom).', ...chapters].join('\n\n');
}

/** The same as a feed (RFC 4287), for a file beside the folders of the versions. */
export function changesFeed(changes: readonly VersionChanges[]): string {
  const entries = changes.map(
    ({ version, date, markdown }) => `<entry>
<id>${idOf(version)}</id>
<title>Version ${escapeHtml(version)} of the contract</title>
<updated>${date}T00:00:00Z</updated>
<link href="${escapeHtml(version)}/changes.html"/>
<content type="text">${escapeHtml(markdown)}</content>
</entry>`,
  );
  const [latest] = changes;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf('')}</id>
<title>Changes of the Trawl API</title>
<author><name>Trawl</name></author>
<updated>${latest?.date ?? '1970-01-01'}T00:00:00Z</updated>
<link rel="self" href="changes.atom"/>
${entries.join('\n')}
</feed>
`;
}

/** A name that stays the same, wherever the feed is published: a UUID of the version. */
function idOf(version: string): string {
  const hash = createHash('sha256').update(`trawl contract ${version}`).digest('hex');
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
