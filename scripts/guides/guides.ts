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

/** The guides in the order of the list in `docs/README.md`, and that list itself. */
export async function readGuides(): Promise<{ readonly contents: string; readonly guides: readonly Guide[] }> {
  const contents = await readFile(new URL('README.md', FOLDER), 'utf8');
  const entries = [...contents.matchAll(/^\d+\. \[([^\]]+)\]\(([\w-]+)\.md\): (.+)$/gm)];
  const guides = entries.map(async ([, title = '', name = '', summary = ''], index) => {
    const markdown = await readFile(new URL(`${name}.md`, FOLDER), 'utf8');
    return { name, title, summary, position: index + 1, markdown };
  });
  return { contents, guides: await Promise.all(guides) };
}
