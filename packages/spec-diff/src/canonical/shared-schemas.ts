import { areSame, type JsonObject, type Path, pointerOf } from '../json.js';
import { SpecProblem } from '../problem.js';
import type { Written } from './written.js';

/** A schema that is, or will be, made of some parts. */
interface SharedSchema {
  schema: JsonObject;
  parts: readonly Written[];
  state: 'planned' | 'open' | 'complete';
}

/** How many combinations of parts a contract may ask for: parts that recur at different depths multiply. */
const MOST_COMBINATIONS = 50_000;

/**
 * The schemas of a canonical document. What is made of the same parts is made once and is the same object, so that a
 * schema which recurs contains itself, and no schema is written more often than there are combinations of parts.
 */
export class SharedSchemas {
  readonly #known = new Map<number | string, SharedSchema>();
  readonly #ids = new Map<JsonObject, { path: Path; id: number }[]>();
  readonly #planned: SharedSchema[] = [];
  readonly #unfinished = new WeakSet<JsonObject>();
  readonly #fill: (schema: JsonObject, parts: readonly Written[]) => void;
  #nextId = 0;
  #combinations = 0;

  /** @param fill - Writes into an empty schema what its parts say. */
  constructor(fill: (schema: JsonObject, parts: readonly Written[]) => void) {
    this.#fill = fill;
  }

  /** The schema that is made of these parts; of one that is being made, the object that will be it. */
  of(parts: readonly Written[]): JsonObject {
    const shared = this.#shared(parts);
    this.#complete(shared);
    return shared.schema;
  }

  /** The same, where nobody looks into the schema before all are complete: nesting costs no stack. */
  later(parts: readonly Written[]): JsonObject {
    const shared = this.#shared(parts);
    if (shared.state === 'planned') this.#planned.push(shared);
    return shared.schema;
  }

  /** Makes what was planned. */
  completeAll(): void {
    for (let next = this.#planned.pop(); next; next = this.#planned.pop()) this.#complete(next);
  }

  /** Whether it is not known yet what a schema says. */
  isUnfinished(schema: JsonObject): boolean {
    return this.#unfinished.has(schema);
  }

  #complete(shared: SharedSchema): void {
    if (shared.state !== 'planned') return;
    shared.state = 'open';
    this.#fill(shared.schema, shared.parts);
    shared.state = 'complete';
    this.#unfinished.delete(shared.schema);
  }

  #shared(all: readonly Written[]): SharedSchema {
    const parts = ranked(distinctParts(all));
    const key = this.#keyOf(parts);
    const known = this.#known.get(key);
    if (known) return known;
    if (parts.length > 1 && ++this.#combinations > MOST_COMBINATIONS) {
      const at = pointerOf(parts[0]?.path ?? []);
      throw new SpecProblem(
        `${at}: the schemas that are combined here (allOf, $ref) recur in more than ${MOST_COMBINATIONS} combinations, which are too many to compare.`,
      );
    }
    const shared: SharedSchema = { schema: {}, parts, state: 'planned' };
    this.#unfinished.add(shared.schema);
    this.#known.set(key, shared);
    return shared;
  }

  #keyOf(parts: readonly Written[]): number | string {
    const [only, ...others] = parts;
    if (only && others.length === 0) return this.#idOf(only);
    return parts.map((part) => `${this.#idOf(part)}:${part.depth}`).join();
  }

  /** Aliases of YAML write one object at several places. */
  #idOf({ schema, path }: Written): number {
    const ids = this.#ids.get(schema) ?? [];
    if (ids.length === 0) this.#ids.set(schema, ids);
    const known = ids.find((each) => areSame([...each.path], [...path]));
    if (known) return known.id;
    ids.push({ path, id: this.#nextId });
    return this.#nextId++;
  }
}

function distinctParts(parts: readonly Written[]): readonly Written[] {
  if (parts.length < 2) return parts;
  return parts.filter(
    (part, index) =>
      !parts.slice(0, index).some((other) => other.schema === part.schema && areSame([...other.path], [...part.path])),
  );
}

/** Parts whose depths say no more than which is deeper. */
function ranked(parts: readonly Written[]): readonly Written[] {
  const depths = [...new Set(parts.map(({ depth }) => depth))].sort((left, right) => left - right);
  return parts.map((part) => {
    const depth = depths.indexOf(part.depth);
    return depth === part.depth ? part : { ...part, depth };
  });
}
