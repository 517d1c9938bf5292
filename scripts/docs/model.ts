import type { Method } from '../../openapi/walk.mjs';
import type { Json } from './openapi.js';

// The reference before it is written: HTML, Markdown and the search index are all made from these pages. Texts are
// Markdown; a link in them to another part of the reference is `#` and the anchor of that part.

export interface Page {
  readonly kind: 'start' | 'chapter' | 'operation' | 'event' | 'schema';
  /** Its file without the ending, from the folder of the reference: `search/search-the-web`. */
  readonly path: string;
  /** Its place on the page of everything, and what links within the reference name: `/search/searchweb`. */
  readonly anchor: string;
  readonly title: string;
  /** The first sentence about it. */
  readonly summary: string;
  /** The heading of the menu that it stands under: the tag of an operation. */
  readonly group?: string;
  readonly text: string;
  /** What is said of every operation in the same order, such as whether it can be repeated. */
  readonly notes: readonly Note[];
  readonly call?: Call;
  readonly sections: readonly Section[];
  readonly failures: readonly Failure[];
  readonly samples: readonly Sample[];
  readonly bodies: readonly NamedExample[];
  readonly answers: readonly Answer[];
}

export interface Call {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  /** The methods of the SDK that its sample calls, such as `trawl.search`. */
  readonly sdkMethods: readonly string[];
}

export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Fields under one heading: the parameters, a body, an answer. */
export interface Section {
  readonly title: string;
  /** The id of its heading on its page. */
  readonly id: string;
  /** The block of examples that shows its fields. */
  readonly shownIn: 'body' | 'answer' | 'none';
  readonly text: string;
  readonly content: Content;
}

/** What a value can hold. */
export interface Content {
  readonly fields: readonly Field[];
  /** The kinds of object to choose from, of which a value is one. */
  readonly choices: readonly Choice[];
  /** The field whose value says which choice it is. */
  readonly discriminator?: string;
  /** The forms that are no objects, in words. */
  readonly plain: readonly string[];
  /** The id of the field on the same page where these fields stand already. */
  readonly shownAt?: string;
}

export interface Field {
  readonly name: string;
  /** Its id on its page. */
  readonly id: string;
  /** Its place in an example: names with a dot between them; lists add nothing. */
  readonly place: string;
  /** The type with its bounds, as Markdown. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly preset?: Json;
  /** Such as `expires after 1 hour`, as Markdown. */
  readonly badges: readonly string[];
  readonly text: string;
  /** What servers say of a wrong value. */
  readonly refusals: readonly string[];
  readonly content: Content;
}

export interface Choice {
  /** What the discriminator says, or what the kind is called. */
  readonly name: string;
  readonly id: string;
  readonly text: string;
  readonly content: Content;
}

export interface Failure {
  readonly status: string;
  readonly text: string;
}

export interface Sample {
  readonly label: string;
  /** The name by which a highlighter knows the language. */
  readonly language: string;
  readonly source: string;
}

export interface NamedExample {
  readonly name: string;
  /** Anything but JSON is text. */
  readonly language: 'json' | 'html';
  readonly value: Json;
}

export interface Answer {
  readonly status: string;
  readonly text: string;
  readonly headers: readonly Header[];
  readonly examples: readonly NamedExample[];
}

export interface Header {
  readonly name: string;
  readonly example: string;
  readonly text: string;
}

/** What a page without anything but its text has. */
export const ONLY_TEXT = { notes: [], sections: [], failures: [], samples: [], bodies: [], answers: [] } as const;

export const NO_CONTENT: Content = { fields: [], choices: [], plain: [] };

/** The headings of the menu with their pages, in order. */
export function groupsOf(pages: readonly Page[]): [group: string, pages: readonly Page[]][] {
  const groups = new Set(pages.flatMap(({ group }) => group ?? []));
  return [...groups].map((group) => [group, pages.filter((page) => page.group === group)]);
}

/** All fields of a value, each followed by those within it. */
export function fieldsIn({ fields, choices }: Content): Field[] {
  return [
    ...fields.flatMap((field) => [field, ...fieldsIn(field.content)]),
    ...choices.flatMap(({ content }) => fieldsIn(content)),
  ];
}

/** Whether there is anything in a value that can be shown. */
export function isEmpty({ fields, choices, plain, shownAt }: Content): boolean {
  return fields.length === 0 && choices.length === 0 && plain.length === 0 && shownAt === undefined;
}

/** The forms of a value that are no objects with fields of their own, as Markdown. */
export function formsInWords({ plain, fields, choices }: Content): string {
  const isAlternative = fields.length > 0 || choices.length > 0;
  const isPart = plain.every((each) => each.startsWith('the fields of'));
  if (isPart) return `Has ${plain.join(' and ')}.`;
  return isAlternative ? `Or, without fields: ${plain.join('; ')}.` : `One of: ${plain.join('; ')}.`;
}
