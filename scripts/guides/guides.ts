import { readFile } from 'node:fs/promises';

const FOLDER = new URL('../../docs/', import.meta.url);

/** One guide of `docs/`, as its author wrote it. */
export interface Guide {
  /** The name of its file without the ending. */
  readonly name: string;
  readonly title: string;
  /** What the list of guides says of it. */
  readonly summary: string;
  /** Counted from 1, in the order in which the guides are to be read. */
  readonly position: number;
  readonly markdown: string;
}

/** A line of the list of guides, and a mention of one outside of the list. */
const ENTRY = /^\d+\. \[([^\]]+)\]\(([\w-]+)\.md\): (.+)$|\[([^\]]+)\]\(([\w-]+)\.md\)/gm;

/** The guides in the order of `docs/README.md`, which lists them, and that list itself. */
export async function readGuides(): Promise<{ readonly contents: string; readonly guides: readonly Guide[] }> {
  const contents = await readFile(new URL('README.md', FOLDER), 'utf8');
  const guides = [...contents.matchAll(ENTRY)].map(async (entry, index) => {
    const [, title = entry[4] ?? '', name = entry[5] ?? '', summary = title] = entry;
    const markdown = await readFile(new URL(`${name}.md`, FOLDER), 'utf8');
    return { name, title, summary, position: index + 1, markdown };
  });
  return { contents, guides: await Promise.all(guides) };
}
