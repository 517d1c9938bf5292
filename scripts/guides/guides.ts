import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

const ROOT = new URL('../../', import.meta.url);

/** The list of the guides, from the root of the repository. */
export const CONTENTS = 'docs/README.md';

/** One guide, as its author wrote it. */
export interface Guide {
  /** The name of its page without the ending, such as `jobs`. */
  readonly name: string;
  /** Its file from the root of the repository, such as `docs/jobs.md`. Its links are relative to this file. */
  readonly path: string;
  readonly title: string;
  /** What the list of guides says about it. */
  readonly summary: string;
  /** The heading of the list of guides that it stands under. */
  readonly group: string;
  /** Counted from 1, in the order of reading. */
  readonly position: number;
  readonly markdown: string;
}

/** A line of the list of guides: `1. [Getting started](getting-started.md): install, the first calls`. */
const ENTRY = /^\d+\. \[([^\]]+)\]\(([\w./-]+)\.md\): (.+)$/gm;

/** A heading of the list. */
const GROUP = /^## (.+)$/m;

/** The guides of a repository in the order of its `docs/README.md`, and the Markdown of that list. */
export async function readGuides(
  repository: URL = ROOT,
): Promise<{ readonly contents: string; readonly guides: readonly Guide[] }> {
  const read = (path: string) => readFile(new URL(path, repository), 'utf8');
  const contents = await read(CONTENTS);
  const [, ...groups] = contents.split(/^(?=## )/m);
  const entries = groups.flatMap((text) => {
    const [, group = ''] = GROUP.exec(text) ?? [];
    return [...text.matchAll(ENTRY)].map((entry) => ({ group, entry }));
  });
  const guides = entries.map(async ({ group, entry }, index) => {
    const [, title = '', file = '', summary = ''] = entry;
    const path = posix.join(posix.dirname(CONTENTS), `${file}.md`);
    const name = posix.basename(file).toLowerCase();
    return { name, path, title, summary, group, position: index + 1, markdown: await read(path) };
  });
  return { contents, guides: await Promise.all(guides) };
}
