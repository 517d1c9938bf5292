import { posix } from 'node:path';
import { BaseResolver, bundle, createConfig, type Document, Source } from '@redocly/openapi-core';
import { type FilePlace, FilePlaces } from './file-places.js';
import type { Json, Path } from './json.js';
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
  if (wrong) throw new SpecProblem(`${file}: its files cannot be brought together: ${wrong.message}`);
  const root = result.parsed as Json;
  const places = new FilePlaces(file, root, resolver.contents);
  return { root, placeOf: (path) => places.of(path) };
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
    const path = isWithin ? posix.join(posix.dirname(base), reference) : reference;
    if (base !== null && !this.#referrers.has(path)) this.#referrers.set(path, base);
    return path;
  }

  override async loadExternalRef(path: string): Promise<Source> {
    const from = this.#referrers.get(path) ?? path;
    if (isUrl(path) || posix.isAbsolute(path) || path.startsWith('..')) {
      throw this.#refused(`${from}: the reference to ${path} leads out of the repository.`);
    }
    const text = await this.#read(path);
    if (text === undefined) throw this.#refused(`${from}: there is no file ${path}, to which it refers.`);
    return new Source(path, text);
  }

  override parseDocument(source: Source, isRoot = false): Document {
    const document = super.parseDocument(source, isRoot);
    // The bundler writes into what it has read.
    const { parsed } = document;
    if (typeof parsed === 'object') this.contents.set(source.absoluteRef, JSON.parse(JSON.stringify(parsed)));
    return document;
  }

  #refused(message: string): SpecProblem {
    const problem = new SpecProblem(message);
    this.problem ??= problem;
    return problem;
  }
}

function isUrl(reference: string): boolean {
  return /^[a-z]+:/i.test(reference);
}
