import type { Fact, Side } from '../fact.js';
import type { Json, JsonObject } from '../json.js';
import type { Direction, Use } from '../uses.js';

interface FactOptions {
  node?: string;
  kind?: Fact['kind'];
  keyword?: string;
  /** The place, `/` between its keys. */
  at?: string;
  before?: Json;
  after?: Json;
  around?: { before?: JsonObject[]; after?: JsonObject[] };
  uses?: Use[];
}

/** A difference as a rule meets it: by default of a schema in a request. */
export function fact({
  node = 'Schema',
  kind = 'modified',
  keyword,
  at = 'a',
  before,
  after,
  around,
  uses,
}: FactOptions): Fact {
  const path = at.split('/');
  const side = (value: Json | undefined, inside: JsonObject[] = [{}, {}]): Side => ({
    ...{ path: keyword === undefined || keyword === 'key' ? path : [...path, keyword], value },
    ...{ around: inside, written: path, writtenAround: path.slice(0, -1) },
  });
  return {
    ...{ kind, node, keyword, verdicts: [], uses: uses ?? [use('request')] },
    base: kind === 'added' ? undefined : side(before, around?.before),
    head: kind === 'removed' ? undefined : side(after, around?.after),
  };
}

export function use(direction: Direction, sense: Use['sense'] = 1): Use {
  return { operation: `POST /${direction}`, direction, sense };
}
