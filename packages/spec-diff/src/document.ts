import { contentOf } from './content.js';
import { danglingReferences } from './dangling-references.js';
import { FilePlaces } from './file-places.js';
import type { FilePlace } from './file-reference.js';
import { isObject, type Json, type JsonObject, type Path, pointerOf } from './json.js';
import { Lines } from './lines.js';
import { withOpenedMaps } from './opened-maps.js';
import { SpecProblem, withinStack } from './problem.js';
import { misplaced } from './shape.js';
import { upgraded, writtenPath } from './upgrade.js';

/** A contract as it is written. */
export interface SpecDocument {
  /** What people know it by: `openapi.yaml`, or `openapi.yaml at main`. */
  name: string;
  /** The path of the file, or of the first of several files. */
  file: string;
  /** The paths of all files that it consists of. */
  files: readonly string[];
  /** The git revision that it was read from. */
  revision?: string;
  root: JsonObject;
  /** Where a place is written; of a place that is not there, where that is which would hold it. */
  locate(path: Path): WrittenAt;
  /** What stands at a place, or the beginning of it, as it is written. */
  excerptOf(path: Path): string;
}

/** A line of one of the files of a contract. */
export interface WrittenAt {
  /** What people know the file by. */
  name: string;
  /** Its path. */
  file: string;
  line: number;
  /** The keys that lead to the place in this file. */
  path: Path;
}

/** Where a contract comes from. */
interface Origin {
  file?: string;
  revision?: string;
}

/** The files of the repository in which a contract is. */
export interface Files {
  /** The path of the contract, from the root of the repository. */
  entry: string;
  /** Answers with the text of a file by such a path; undefined when there is none. */
  read(path: string): Promise<string | undefined>;
}

/** A contract that may consist of several files. */
interface FilesOrigin extends Origin {
  /** Finds the repository, which takes a while and is not needed for a contract of one file. */
  files(): Files;
}

/**
 * Reads a contract of one text and makes sure of what a comparison builds on: it is YAML, it is OpenAPI 3.0 to 3.2, what
 * stands where an object has to stand is one, and every reference leads somewhere.
 */
export function parseSpec(text: string, name: string, origin: Origin = {}): SpecDocument {
  return withinStack(name, () => ofOneText(contentOf(text, name), text, name, origin));
}

/** Reads a contract that may refer to other files. */
export async function loadSpec(text: string, name: string, { files, ...from }: FilesOrigin): Promise<SpecDocument> {
  const content = withinStack(name, () => contentOf(text, name));
  const isOfFiles = isObject(content) && danglingReferences(content).some(({ target }) => !target.startsWith('#'));
  if (!isOfFiles) return withinStack(name, () => ofOneText(content, text, name, from));
  // The bundler takes a while to load.
  const { bundled } = await import('./bundle.js');
  const { entry, read } = files();
  const known = new Map<string, string>();
  const remembered = async (path: string) => {
    const found = path === entry ? text : await read(path);
    if (found !== undefined) known.set(path, found);
    return found;
  };
  const { root, placeOf } = await bundled(entry, remembered);
  const { file = name } = from;
  const texts = new TextLines((path) => known.get(path === file ? entry : path) ?? '');
  const paths = [file, ...[...known.keys()].filter((path) => path !== entry)];
  return documentOf(root, { name, ...from, file, files: paths }, texts, (path) => {
    const place = placeOf(path);
    return place.file === entry ? { ...place, file } : place;
  });
}

function ofOneText(root: Json, text: string, name: string, { file = name, ...from }: Origin): SpecDocument {
  const lines = new TextLines(() => text);
  // What stands for all entries of a map may be written in another place of the text.
  const places = new FilePlaces(file, root, new Map([[file, root]]));
  return documentOf(root, { name, file, files: [file], ...from }, lines, (path) => places.of(path));
}

function documentOf(
  root: Json,
  from: Pick<SpecDocument, 'name' | 'file' | 'files' | 'revision'>,
  texts: TextLines,
  placeOf: (path: Path) => FilePlace,
): SpecDocument {
  const { name } = from;
  let contract = root;
  const writtenAt = (path: Path) => placeOf(isObject(contract) ? writtenPath(contract, path) : path);
  const locate = (path: Path): WrittenAt => {
    const place = writtenAt(path);
    const other = from.revision === undefined ? place.file : `${place.file} at ${from.revision}`;
    return {
      name: place.file === from.file ? name : other,
      file: place.file,
      line: texts.of(place.file).of(place.path),
      path: place.path,
    };
  };
  const at = (path: Path) => {
    const { name, line } = locate(path);
    return `${name}:${line}`;
  };
  const isContract =
    isObject(root) && ['paths', 'webhooks', 'components'].some((key) => isObject(root[key] ?? {}) && key in root);
  if (isObject(root) && 'swagger' in root) {
    throw new SpecProblem(`${name}: this is Swagger, the OpenAPI of before 3.0; convert it to OpenAPI 3.0 or later.`);
  }
  if (!isObject(root) || !isContract || !/^3\.[012]\.\d/.test(String(root.openapi))) {
    throw new SpecProblem(
      `${name}: this is not an OpenAPI document: it needs \`openapi: 3.0.x\`, \`3.1.x\` or \`3.2.x\`, and \`paths\`.`,
    );
  }
  for (const { path, target } of danglingReferences(root)) {
    throw new SpecProblem(
      target.startsWith('#/')
        ? `${at(path)}: the reference ${target} leads nowhere.`
        : `${at(path)}: the reference ${target} leads to another file, and this text has no place from which that could be found.`,
    );
  }
  const opened = withOpenedMaps(root);
  contract = opened;
  const wrong = misplaced(opened);
  if (wrong) throw new SpecProblem(`${at(wrong.path)}: ${pointerOf(wrong.path)} has to be ${wrong.due}.`);
  return {
    ...from,
    root: upgraded(opened),
    locate,
    excerptOf: (path) => {
      const place = writtenAt(path);
      return texts.of(place.file).excerpt(place.path);
    },
  };
}

/** The lines of the files of a contract, each counted when it is asked for. */
class TextLines {
  readonly #known = new Map<string, Lines>();
  readonly #textOf: (file: string) => string;

  constructor(textOf: (file: string) => string) {
    this.#textOf = textOf;
  }

  of(file: string): Lines {
    const known = this.#known.get(file);
    if (known) return known;
    const text = this.#textOf(file);
    const lines = new Lines(text);
    this.#known.set(file, lines);
    return lines;
  }
}
