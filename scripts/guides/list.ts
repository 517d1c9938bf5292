import { type Guide, readGuides } from './guides.js';
import { type GuideMessage, type GuideSection, headingsOf, messagesOf, textsOf } from './headings.js';

/** A guide as other pages find it and link to it. */
export interface GuideEntry {
  readonly title: string;
  readonly summary: string;
  /** Relative to the folder of the guides, such as `jobs.html`. */
  readonly path: string;
  /** The sections and their subsections, in order. */
  readonly headings: readonly { readonly title: string; readonly anchor: string }[];
  /** The ids of the operations whose samples the guide links to, in order. */
  readonly operations: readonly string[];
}

/** A guide with its words, for a search. */
export interface SearchableGuide extends GuideEntry {
  /** What stands before the first section. */
  readonly beginning: string;
  readonly sections: readonly GuideSection[];
  readonly messages: readonly GuideMessage[];
}

/** All guides of a repository in the order of reading. */
export async function listGuides(repository?: URL): Promise<SearchableGuide[]> {
  const { guides } = await readGuides(repository);
  return guides.map((guide) => ({
    ...entryOf(guide),
    ...textsOf(guide.markdown),
    messages: messagesOf(guide.markdown),
  }));
}

export function entryOf({ name, title, summary, markdown }: Guide): GuideEntry {
  const headings = headingsOf(markdown).filter(({ depth }) => depth === 2 || depth === 3);
  const operations = [...markdown.matchAll(/\]\(\.\.\/openapi\/samples\/(\w+)\.ts\)/g)].map(([, id = '']) => id);
  return {
    title,
    summary,
    path: `${name}.html`,
    headings: headings.map(({ text, anchor }) => ({ title: text, anchor })),
    operations: [...new Set(operations)],
  };
}
