import { type Choice, type Content, type Field, fieldsIn, type Page } from '../docs/model.js';
import type { Pages } from '../docs/pages.js';

/** A version of the reference. */
export interface VersionPages {
  readonly version: string;
  readonly pages: Pages;
}

/**
 * Marks in each version what the versions before it do not have: calls, events and schemas with a note, fields with a
 * badge. What the first version has is not marked. The versions come latest first.
 */
export function withSince(versions: readonly VersionPages[]): VersionPages[] {
  const since = new Map<string, string>();
  const oldest = versions.at(-1)?.version;
  return [...versions]
    .reverse()
    .map(({ version, pages }) => {
      const present = new Set(pages.pages.flatMap(keysOf));
      // What was gone for a while is new again.
      for (const key of since.keys()) if (!present.has(key)) since.delete(key);
      for (const key of present) if (!since.has(key)) since.set(key, version);
      const mark = (key: string) => (since.get(key) === oldest ? undefined : since.get(key));
      return { version, pages: { ...pages, pages: pages.pages.map((page) => marked(page, mark)) } };
    })
    .reverse();
}

type Mark = (key: string) => string | undefined;

const keyOf = (page: Page, field?: Field) => (field ? `${page.anchor} ${field.id}` : page.anchor);

function keysOf(page: Page): string[] {
  return [keyOf(page), ...page.sections.flatMap(({ content }) => fieldsIn(content)).map((field) => keyOf(page, field))];
}

function marked(page: Page, mark: Mark): Page {
  const version = mark(keyOf(page));
  if (version !== undefined) return { ...page, notes: [{ name: 'Since', text: version }, ...page.notes] };
  const inContent = (content: Content): Content => ({
    ...content,
    fields: content.fields.map((field): Field => {
      const since = mark(keyOf(page, field));
      const badges = since === undefined ? field.badges : [`since ${since}`, ...field.badges];
      return { ...field, badges, content: since === undefined ? inContent(field.content) : field.content };
    }),
    choices: content.choices.map((choice): Choice => ({ ...choice, content: inContent(choice.content) })),
  });
  const sections = page.sections.map((section) => ({ ...section, content: inContent(section.content) }));
  return { ...page, sections };
}
