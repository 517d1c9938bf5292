import { isObject, type Json, type JsonObject, type Path, valueAt } from './json.js';
import { type Kind, METHODS, type Part, partsBelow } from './shape.js';

/** What is sent by callers, what comes back to them, or neither. */
export type Direction = 'request' | 'response' | 'none';

/** One way in which an operation uses a place of the contract. */
export interface Use {
  /** `POST /v2/search`, or `webhook crawlStarted`. */
  operation: string;
  direction: Direction;
  /**
   * Whether what the place allows is allowed (1) or forbidden (-1) by what it is part of; below `if` it depends on the
   * rest (0).
   */
  sense: 1 | 0 | -1;
}

/** Says for every place of a contract which operations use it, and how. */
export class Uses {
  readonly #uses = new Map<object, Map<string, Use>>();
  readonly #document: JsonObject;
  readonly #resolve: (reference: string) => Json | undefined;
  readonly #all: Use[] = [];

  constructor(document: JsonObject, resolve: (reference: string) => Json | undefined) {
    this.#document = document;
    this.#resolve = resolve;
    const { paths, webhooks } = document;
    for (const [path, item] of Object.entries(paths ?? {})) {
      this.#pathItem(item, 'paths', (method) => `${method.toUpperCase()} ${path}`);
    }
    for (const [name, item] of Object.entries(webhooks ?? {}))
      this.#pathItem(item, 'webhooks', () => `webhook ${name}`);
  }

  /** The names of all operations, in the order of the contract. */
  get operations(): string[] {
    return this.#all.map(({ operation }) => operation);
  }

  /** The uses of the innermost object around a place. What belongs to no operation, like the servers, belongs to all. */
  of(root: JsonObject, path: Path): Use[] {
    for (let length = path.length; length > 0; length--) {
      const value = valueAt(root, path.slice(0, length));
      const known = typeof value === 'object' && value !== null ? this.#uses.get(value) : undefined;
      if (known) return [...known.values()];
    }
    const [room = ''] = path;
    if (room === 'servers') return this.#all;
    const all = room === 'paths' || room === 'webhooks' ? Object.values(root[room] ?? {}) : [];
    return all.flatMap((item) => [...(this.#uses.get(item)?.values() ?? [])]);
  }

  #pathItem(item: Json, room: 'paths' | 'webhooks', nameOf: (method: string) => string): void {
    if (!isObject(item)) return;
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const use: Use = { operation: nameOf(method), direction: 'none', sense: 1 };
      this.#all.push(use);
      this.#mark(item, use);
      this.#security(operation, use);
      this.#visit({ kind: 'operation', value: operation, path: [] }, use, room === 'webhooks');
    }
  }

  #visit({ kind, value, path }: Part, use: Use, reversed: boolean): void {
    if (!isObject(value)) return;
    if (!this.#mark(value, use)) return;
    if (typeof value.$ref === 'string') {
      const target = this.#resolve(value.$ref);
      if (target !== undefined) this.#visit({ kind, value: target, path }, use, reversed);
    }
    for (const part of partsBelow(kind, value, [])) {
      const [keyword = ''] = part.path;
      const next = { ...use, ...turned(kind, keyword, use, reversed) };
      // What a server calls back is sent by it, and answered by the caller.
      this.#visit(part, next, reversed !== (kind === 'callback'));
    }
  }

  /** Whether that is a use, and one that is new. */
  #mark(value: JsonObject, use: Use): boolean {
    const known = this.#uses.get(value) ?? new Map<string, Use>();
    this.#uses.set(value, known);
    // A field that is only read is in no request, one that is only written in no answer.
    if (value.readOnly === true && use.direction === 'request') return false;
    if (value.writeOnly === true && use.direction === 'response') return false;
    const key = `${use.direction} ${use.sense} ${use.operation}`;
    if (known.has(key)) return false;
    known.set(key, use);
    return true;
  }

  #security(operation: JsonObject, use: Use): void {
    for (const requirement of (operation.security ?? []) as Json[]) {
      for (const name of Object.keys(requirement ?? {})) {
        const scheme = valueAt(this.#document, ['components', 'securitySchemes', name]);
        if (isObject(scheme)) this.#mark(scheme, use);
      }
    }
  }
}

function turned(kind: Kind, keyword: string, use: Use, reversed: boolean): Partial<Use> {
  if (kind === 'operation') {
    if (keyword === 'callbacks') return { direction: 'none' };
    return { direction: (keyword === 'responses') === reversed ? 'request' : 'response' };
  }
  if (kind !== 'schema') return {};
  if (keyword === 'not') return { sense: use.sense === 0 ? 0 : use.sense === 1 ? -1 : 1 };
  return keyword === 'if' ? { sense: 0 } : {};
}
