import { oneLine } from './markdown-table.js';
import { type Contract, type MediaType, resolve, type Schema } from './openapi.js';
import type { SearchEntry } from './search-entry.js';
import type { Section } from './sections.js';
import { propertiesOf, type SchemaOrReference, variantsOf } from './types.js';

/** A guide as the search finds it. */
export interface FindableGuide {
  title: string;
  summary: string;
  /** Relative to the folder of the guides. */
  path: string;
  /** What stands before the first section. */
  beginning: string;
  sections: readonly { title: string; anchor: string; text: string }[];
}

/** Where the guides are, seen from the reference. */
export const GUIDES_FOLDER = '../docs/';

/** Fields deeper than this are found at the field that holds them. */
const MAX_DEPTH = 4;
const MAX_TEXT = 110;

export function searchIndex(
  contract: Contract,
  sections: readonly Section[],
  guides: readonly FindableGuide[],
): SearchEntry[] {
  const entries: SearchEntry[] = [];
  for (const { kind, id, title, markdown, operation } of sections) {
    const address = `#${id}`;
    if (kind === 'introduction') {
      entries.push(['section', title, 'Introduction', excerpt(markdown), address]);
      for (const [, heading = ''] of markdown.matchAll(/^## (.+)$/gm)) {
        entries.push(['section', heading, title, '', `${address}/${heading.toLowerCase().replaceAll(' ', '-')}`]);
      }
    }
    if (kind === 'operation' && !operation) entries.push(['call', title, 'Event', excerpt(markdown), address]);
    if (!operation) continue;
    const { method, path } = operation;
    const written = operation.operation.description ?? '';
    entries.push(['call', title, `${method.toUpperCase()} ${path}`, excerpt(written), address]);
    for (const { name, description, in: where } of operation.parameters) {
      entries.push(['field', name, `in the ${where} of: ${title}`, excerpt(description), address]);
    }
    const { requestBody, responses = {} } = operation.operation;
    const body = requestBody && resolve(contract, requestBody).content;
    addFields(contract, entries, body, {
      title: `in the request of: ${title}`,
      address: `${address}#${id.slice(1)}/t=request`,
    });
    for (const [status, response] of Object.entries(responses).filter(([code]) => code.startsWith('2'))) {
      const { content } = resolve(contract, response);
      const target = `${address}#${id.slice(1)}/t=response&c=${status}`;
      addFields(contract, entries, content, { title: `in the response of: ${title}`, address: target });
    }
  }
  for (const { title, summary, path, beginning, sections: parts } of guides) {
    entries.push(['guide', title, 'Guide', `${summary}. ${beginning}`, GUIDES_FOLDER + path]);
    for (const part of parts)
      entries.push(['guide', part.title, `Guide: ${title}`, part.text, `${GUIDES_FOLDER}${path}#${part.anchor}`]);
  }
  return entries;
}

interface Place {
  title: string;
  address: string;
}

function addFields(
  contract: Contract,
  entries: SearchEntry[],
  content: Record<string, MediaType> | undefined,
  { title, address }: Place,
): void {
  const [offer] = Object.entries(content ?? {});
  if (!offer?.[1].schema) return;
  const [mediaType, { schema }] = offer;
  // Redoc names the type only where there is a choice.
  const type = Object.keys(content ?? {}).length > 1 ? `&ct=${mediaType}` : '';
  const seen = new Set<string>();

  // A variant has no address of its own: its fields are found at `holder`, the field where it is chosen.
  const enter = (
    written: SchemaOrReference,
    path: string[],
    holder: string[] | undefined,
    within: readonly object[],
  ) => {
    const resolved = resolve<Schema>(contract, written);
    if (within.includes(resolved) || path.length >= MAX_DEPTH) return;
    const inside = [...within, resolved];
    for (const part of (resolved.allOf ?? []) as unknown as SchemaOrReference[]) enter(part, path, holder, inside);
    for (const [name, property] of Object.entries(propertiesOf(resolved))) {
      const place = [...path, name];
      const key = place.join('.');
      if (!seen.has(key)) {
        seen.add(key);
        const { description } = { ...resolve<Schema>(contract, property), ...property };
        const href = `${address}${type}&path=${(holder ?? place).join('/').toLowerCase()}`;
        entries.push(['field', key, title, excerpt(description), href]);
      }
      enter(property, place, holder, inside);
    }
    if (resolved.items) enter(resolved.items as unknown as SchemaOrReference, path, holder, inside);
    const chosenAt = holder ?? (path.length > 0 ? path : undefined);
    for (const variant of variantsOf(resolved)) enter(variant, path, chosenAt, inside);
  };
  enter(schema, [], undefined, []);
}

/** The beginning of a text, without its markup. */
function excerpt(text = ''): string {
  const plain = oneLine(
    text
      .split(/\n\n?(?=\|)/, 1)
      .join()
      .replace(/^(\||>|```).*$/gm, '')
      .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .replace(/[`*]/g, ''),
  );
  return plain.length > MAX_TEXT ? `${plain.slice(0, plain.lastIndexOf(' ', MAX_TEXT))} …` : plain;
}
