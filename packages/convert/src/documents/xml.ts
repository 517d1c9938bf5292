import { type Document, type Element, isTag, isText } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { Archive } from './archive.js';
import type { DocumentBudget } from './budget.js';

/** The elements of a part of an archive, in the order of the part. */
export type XmlPart = (name: string | ((name: string) => boolean)) => Element[];

/** Parses XML, after its elements were counted. */
export function parseXml(bytes: Uint8Array, budget: DocumentBudget): Document {
  const { elements, depths } = measured(bytes);
  budget.spend('element', elements);
  // The parser and the searches move the path to an element for each one.
  budget.spend('step', depths / 128);
  return parseDocument(new TextDecoder().decode(bytes), { xmlMode: true });
}

const [OPEN, CLOSE, SLASH, MARK, QUESTION] = [...'<>/!?'].map((character) => character.charCodeAt(0));

/** How many elements XML has, and the sum of their depths, without parsing it. */
function measured(bytes: Uint8Array): { readonly elements: number; readonly depths: number } {
  let [elements, depths, depth] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === CLOSE && bytes[at - 1] === SLASH) depth -= 1;
    if (byte !== OPEN) continue;
    const next = bytes[at + 1];
    if (next === SLASH) depth -= 1;
    else if (next !== MARK && next !== QUESTION) {
      elements += 1;
      depth += 1;
      depths += Math.max(0, depth);
    }
  }
  return { elements, depths };
}

/** How often a character of ASCII appears. */
export function countOf(bytes: Uint8Array, character: string): number {
  const code = character.charCodeAt(0);
  let count = 0;
  for (const byte of bytes) if (byte === code) count += 1;
  return count;
}

/** Parses a part of an archive; undefined when the archive has no such part. */
export function xmlPart(archive: Archive, path: string, budget: DocumentBudget): XmlPart | undefined {
  const bytes = archive[path];
  if (!bytes) return undefined;
  const document = parseXml(bytes, budget);
  return (name) => getElementsByTagName(name, document);
}

/** The text directly in an element: a file nested too deep for the stack is read no deeper. */
export function ownText({ children }: Element): string {
  return children
    .filter(isText)
    .map(({ data }) => data)
    .join('');
}

/** The elements directly in an element. */
export function childElements({ children }: Element, name?: string): Element[] {
  return children.filter(isTag).filter((child) => name === undefined || child.name === name);
}

/** The path of a part that another part names relative to itself. */
export function pathFrom(base: string, target: string): string {
  return decodedPath(new URL(target, `archive:/${base}`).pathname.slice(1));
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
