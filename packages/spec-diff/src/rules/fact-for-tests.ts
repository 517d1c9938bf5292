import type { Fact, Side } from '../fact.js';
import type { Json, JsonObject } from '../json.js';
import type { Direction, Use } from '../uses.js';

interface FactOptions {
  node?: string;
  kind?: Fact['kind'];
  keyword?: string;
  /** The place, `/` between its keys. */
  at?: string;
  /** The place in the head, where it is another one. */
  atHead?: string;
  /** What it stands in; by default the key before the last. */
  room?: string;
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
  atHead = at,
  room,
  before,
  after,
  around,
  uses,
}: FactOptions): Fact {
  const path = at.split('/');
  const side = (value: Json | undefined, inside: JsonObject[] = [{}, {}], path = at.split('/')): Side => ({
    ...{ path: keyword === undefined || keyword === 'key' ? path : [...path, keyword], value },
    ...{ around: inside, written: path, holder: path.slice(0, -1) },
  });
  return {
    ...{ kind, node, keyword, room: room ?? path.at(-2), label: undefined, uses: uses ?? [use('request')] },
    base: kind === 'added' ? undefined : side(before, around?.before),
    head: kind === 'removed' ? undefined : side(after, around?.after, atHead.split('/')),
  };
}

export function use(direction: Direction, sense: Use['sense'] = 1): Use {
  return { operation: `POST /${direction}`, direction, sense };
}
