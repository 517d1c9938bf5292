import { escapeAttribute } from 'entities';
import type { Archive } from './archive.js';
import type { DocumentBudget } from './budget.js';
import { OfficeParts } from './office-parts.js';

/** The parts whose text may refer to others. */
const TEXT_PART = /^word\/[^/]+\.xml$/;

/** What refers to a picture or to a page, each with the relation that it names. */
const REFERENCE =
  /<(?:a:blip|v:imagedata|w:hyperlink|a:hlinkClick)\b[^<>]*?\sr:(?:embed|link|id)\s*=\s*["']([^"'<>]*)["']/g;

/** The parts of relations, to which those were added that the text names and that are not there: the library stops at one. */
export function withNamedRelations(archive: Archive, budget: DocumentBudget): Archive {
  const parts = new OfficeParts(archive, budget);
  const added: Record<string, Uint8Array> = {};
  for (const [name, bytes] of Object.entries(archive)) {
    if (!TEXT_PART.test(name)) continue;
    const ids = new Set([...new TextDecoder().decode(bytes).matchAll(REFERENCE)].map(([, id = '']) => id));
    if (ids.size === 0) continue;
    const relations = parts.relationsOf(name);
    const missing = [...ids].filter((id) => id !== '' && !relations.has(id));
    if (missing.length === 0) continue;
    const path = name.replace(/[^/]+$/, '_rels/$&.rels');
    const relation = (id: string) => `<Relationship Id="${escapeAttribute(id)}" Type="" Target=""/>`;
    const known = archive[path];
    const xml = known === undefined ? EMPTY : new TextDecoder().decode(known);
    added[path] = new TextEncoder().encode(xml.replace(END, (end) => `${missing.map(relation).join('')}${end}`));
  }
  return { ...archive, ...added };
}

const EMPTY = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

const END = /<\/Relationships>\s*$/;
