import { type Element, isTag, isText } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { Archive } from './archive.js';

/** The elements of a part of an archive, in the order of the part. */
export type XmlPart = (name: string | ((name: string) => boolean)) => Element[];

/** Parses a part of an archive; undefined when the archive has no such part. */
export function xmlPart(archive: Archive, path: string): XmlPart | undefined {
  const bytes = archive[path];
  if (!bytes) return undefined;
  const document = parseDocument(new TextDecoder().decode(bytes), { xmlMode: true });
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
