import type { Archive } from './archive.js';
import type { DocumentBudget } from './budget.js';
import { pathFrom, type XmlPart, xmlPart } from './xml.js';

/** What a part refers to, by ids. */
export type Relations = ReadonlyMap<string, Relation>;

interface Relation {
  readonly type: string;
  /** As it is written: a URL, or a path. */
  readonly target: string;
  /** The path of another part. */
  readonly path: string;
}

/** The parts of an office file. Each is parsed once, however often others refer to it. */
export class OfficeParts {
  readonly budget: DocumentBudget;
  readonly #archive: Archive;
  readonly #parts = new Map<string, XmlPart | undefined>();

  constructor(archive: Archive, budget: DocumentBudget) {
    this.#archive = archive;
    this.budget = budget;
  }

  read(path: string): XmlPart | undefined {
    if (!this.#parts.has(path)) this.#parts.set(path, xmlPart(this.#archive, path, this.budget));
    this.budget.spend('step', this.#archive[path]?.length ?? 0);
    return this.#parts.get(path);
  }

  relationsOf(path: string): Relations {
    const relations = this.read(path.replace(/[^/]+$/, '_rels/$&.rels'))?.('Relationship') ?? [];
    return new Map(
      relations.map(({ attribs: { Id = '', Type = '', Target = '', TargetMode } }) => [
        Id,
        { type: Type, target: Target, path: TargetMode === 'External' ? '' : pathFrom(path, Target) },
      ]),
    );
  }
}
