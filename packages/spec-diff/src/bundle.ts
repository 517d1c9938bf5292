import { posix } from 'node:path';
import {
  BaseResolver,
  bundle,
  createConfig,
  type Document,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core';
import { contentOf } from './content.js';
import { FilePlaces } from './file-places.js';
import { type FilePlace, fileOfReference } from './file-reference.js';
import { isObject, type Json, mapped, objectOf, type Path, pathOf } from './json.js';
import { Lines } from './lines.js';
import { SpecProblem } from './problem.js';

/** A contract of several files as one document. */
export interface Bundle {
  root: Json;
  /** Where a place of it is written. */
  placeOf(path: Path): FilePlace;
}

/**
 * Brings the files of a contract together.
 *
 * @param file - The path of the first of them, from the root of the repository. What lies outside of it is not read.
 * @param read - Answers with the text of a file by such a path; undefined when there is none.
 */
export async function bundled(file: string, read: (path: string) => Promise<string | undefined>): Promise<Bundle> {
  const resolver = new RepositoryResolver(read);
  const config = await createConfig({ extends: [] });
  const { bundle: result, problems } = await bundle({ ref: file, config, externalRefResolver: resolver }).catch(
    (cause) => {
      throw (
        resolver.problem ??
        new SpecProblem(`${file}: its files cannot be brought together: ${cause.message}`, { cause })
      );
    },
  );
  if (resolver.problem) throw resolver.problem;
  const [wrong] = problems.filter(({ severity }) => severity === 'error');
  if (wrong) throw new SpecProblem(explained(wrong, file));
  const root = withDecodedNames(result.parsed as Json, resolver.contents.get(file) ?? null);
  const places = new FilePlaces(file, root, resolver.contents);
  return { root, placeOf: (path) => places.of(path) };
}

/**
 * The bundler calls components by the ends of pointers as these are written (`a~1b`), and refers to them by the same text,
 * in which this is the name `a/b`. So the components get these names.
 */
function withDecodedNames(root: Json, entry: Json): Json {
  if (!isObject(root) || !isObject(root.components)) return root;
  const own = objectOf(objectOf(entry).components);
  const components = mapped(root.components, (section, held) => {
    if (!isObject(held)) return held;
    const entries = Object.entries(held).map(([name, component]): [string, Json] => {
      const [decoded = name] = pathOf(`#/${name}`);
      const isMade = !(name in objectOf(own[section])) && !(decoded in held);
      return [isMade ? decoded : name, component];
    });
    return entries.every(([name]) => name in held) ? held : Object.fromEntries(entries);
  });
  return { ...root, components };
}

/** What is wrong, and the line of the file in which it stands. */
function explained({ message, location }: NormalizedProblem, file: string): string {
  const [place] = location;
  if (!place?.pointer) return `${file}: its files cannot be brought together: ${message}`;
  const { source, pointer } = place;
  return `${source.absoluteRef}:${new Lines(source.body).of(pathOf(pointer))}: ${message}`;
}

/** Reads what references lead to, by paths from the root of the repository, and nothing outside of it. */
class RepositoryResolver extends BaseResolver {
  /** What the files held before they were brought together. */
  readonly contents = new Map<string, Json>();
  /** Why the first file that could not be read could not. */
  problem: SpecProblem | undefined;
  readonly #read: (path: string) => Promise<string | undefined>;
  readonly #referrers = new Map<string, string>();

  constructor(read: (path: string) => Promise<string | undefined>) {
    super();
    this.#read = read;
  }

  override resolveExternalRef(base: string | null, reference: string): string {
    const isWithin = base !== null && !posix.isAbsolute(reference) && !isUrl(reference);
    const path = isWithin ? fileOfReference(reference, base) : reference;
    if (base !== null && !this.#referrers.has(path)) this.#referrers.set(path, base);
    return path;
  }

  override async loadExternalRef(path: string): Promise<Source> {
    const from = this.#referrers.get(path) ?? path;
    if (isUrl(path) || posix.isAbsolute(path) || path.startsWith('..')) {
      throw this.#refused(new SpecProblem(`${from}: the reference to ${path} leads out of the repository.`));
    }
    const text = await this.#read(path);
    if (text === undefined) {
      throw this.#refused(new SpecProblem(`${from}: there is no file ${path}, to which it refers.`));
    }
    return new Source(path, text);
  }

  override parseDocument(source: Source, isRoot = false): Document {
    const isText = !isRoot && !/\.(json|ya?ml)$/i.test(source.absoluteRef);
    if (isText) return { source, parsed: source.body };
    try {
      const content = contentOf(source.body, source.absoluteRef);
      this.contents.set(source.absoluteRef, content);
      return { source, parsed: copied(content) };
    } catch (cause) {
      throw cause instanceof SpecProblem ? this.#refused(cause) : cause;
    }
  }

  #refused(problem: SpecProblem): SpecProblem {
    this.problem ??= problem;
    return problem;
  }
}

/** The bundler writes into what it has read, where YAML may have one object at several places. */
function copied(value: Json): Json {
  if (Array.isArray(value)) return value.map(copied);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]));
}

function isUrl(reference: string): boolean {
  return /^[a-z]+:/i.test(reference);
}
