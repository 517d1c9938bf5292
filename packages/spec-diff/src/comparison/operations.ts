import { asList, type JsonObject } from '../json.js';
import { type Place, resolved } from '../references.js';
import { type Kind, METHODS, operationsOf, placeOf } from '../shape.js';
import type { Use } from '../uses.js';
import { compareEncodings, ENCODINGS } from './encodings.js';
import { Pair, pathBelow } from './pair.js';
import { ParameterComparison } from './parameters.js';
import { pathPairs } from './path-pairs.js';
import { at, comparePlain, objectOf, pick, placeBelow } from './places.js';
import { SchemaComparison } from './schemas.js';
import { SecurityComparison } from './security.js';

/** One operation of either contract, and what it is compared with. */
export interface OperationPair {
  pair: Pair;
  use: Use;
}

/** What is compared by the names or in the ways of its own. */
const OF_OPERATION = ['parameters', 'security', 'callbacks', 'servers'];

const NODES: Partial<Record<Kind, string>> = {
  callback: 'Callback',
  example: 'Example',
  header: 'Header',
  mediaType: 'MediaType',
  operation: 'Operation',
  parameter: 'Parameter',
  pathItem: 'PathItem',
  requestBody: 'RequestBody',
  response: 'Response',
  schema: 'Schema',
};

/** Compares all of two contracts that belongs to their operations, and the contracts themselves. */
export class OperationComparison {
  readonly schemas: SchemaComparison;
  readonly operations: OperationPair[] = [];
  /** What belongs to the contract as a whole. */
  readonly whole = new Pair();
  /** What belongs to all operations. */
  readonly everywhere = new Pair();
  readonly #pairs: Pair[] = [this.whole, this.everywhere];
  readonly #base: JsonObject;
  readonly #head: JsonObject;
  readonly #security: SecurityComparison;
  readonly #parameters: ParameterComparison;

  constructor(base: JsonObject, head: JsonObject) {
    this.#base = base;
    this.#head = head;
    this.schemas = new SchemaComparison(base, head);
    this.#security = new SecurityComparison(base, head);
    this.#parameters = new ParameterComparison(base, head);
    const [before, after] = [rootOf(base), rootOf(head)];
    comparePlain('Root', before, after, this.whole, ['paths', 'webhooks', 'components', 'servers', 'info', 'x-tags']);
    comparePlain('Info', at(before, 'info'), at(after, 'info'), this.whole);
    comparePlain('Tag', at(before, 'x-tags'), at(after, 'x-tags'), this.whole);
    this.#servers(before, after, this.everywhere);
    for (const room of ['paths', 'webhooks']) this.#paths(room, at(before, room), at(after, room));
    this.#security.compareUnused(this.whole);
  }

  get pairs(): Pair[] {
    return [...this.#pairs, ...this.#security.pairs, ...this.schemas.pairs];
  }

  /** A pair, below another one if that is named. */
  #pair(above?: Pair): Pair {
    const pair = new Pair();
    this.#pairs.push(pair);
    above?.add(pair);
    return pair;
  }

  #paths(room: string, base: Place, head: Place): void {
    const [before, after] = [objectOf(base.value), objectOf(head.value)];
    for (const [name, now] of pathPairs(before, after)) {
      const left = name === undefined ? undefined : resolved(this.#base, at(base, name));
      const right = now === undefined ? undefined : resolved(this.#head, at(head, now));
      this.#pathItem(room, name ?? now ?? '', left, right, name !== undefined && now !== undefined && name !== now);
    }
  }

  #pathItem(room: string, name: string, base: Place | undefined, head: Place | undefined, isRenamed: boolean): void {
    const [before, after] = [objectOf(base?.value), objectOf(head?.value)];
    const item = this.#pair();
    if (base && head)
      comparePlain('PathItem', base, head, item, [...METHODS, 'additionalOperations', 'parameters', 'servers']);
    if (base && head) this.#servers(base, head, item);
    if (base && head && isRenamed) {
      item.differences.push({
        ...{ kind: 'modified', node: 'PathItem', keyword: 'key', room },
        ...{ base: { ...base, value: base.path.at(-1) }, head: { ...head, value: head.path.at(-1) } },
      });
    }
    const [own, others] = [operationsOf(before), operationsOf(after)];
    const isGone = base && !head;
    if (isGone) item.differences.push({ kind: 'removed', node: 'PathItem', room, base });
    if (head && !base) item.differences.push({ kind: 'added', node: 'PathItem', room, head });
    for (const method of new Set([...own.keys(), ...others.keys()])) {
      const use: Use = {
        operation: room === 'paths' ? `${method.toUpperCase()} ${name}` : `webhook ${name}`,
        ...{ direction: 'none', sense: 1 },
      };
      const pair = this.#pair();
      pair.add(item);
      this.operations.push({ pair, use });
      if (!base || !head) continue;
      const [left, right] = [own.get(method), others.get(method)];
      const [old, now] = [placeBelow(base, left ?? [method]), placeBelow(head, right ?? [method])];
      const node = { node: 'Operation', room: 'operations' };
      if (!left) pair.differences.push({ kind: 'added', ...node, head: now });
      else if (!right) pair.differences.push({ kind: 'removed', ...node, base: old });
      else this.#operation(old, now, pair, room === 'webhooks', isRenamed);
    }
  }

  #operation(base: Place, head: Place, pair: Pair, reversed: boolean, isRenamed = false): void {
    comparePlain('Operation', base, head, pair, [...OF_OPERATION, 'requestBody', 'responses']);
    this.#servers(base, head, pair);
    this.#security.compare(base, head, pair);
    const turn = toCaller(reversed);
    const { linked, differences } = this.#parameters.compare(base, head, isRenamed);
    for (const [own, other] of linked) pair.add(this.#part('parameter', own, other, reversed, isRenamed), turn);
    for (const difference of differences) pair.differences.push({ ...difference, concerns: turn });
    this.#child('requestBody', 'requestBody', base, head, pair, reversed, toCaller(reversed));
    this.#map('response', at(base, 'responses'), at(head, 'responses'), pair, reversed, toCaller(!reversed));
    const [before, after] = [at(base, 'callbacks'), at(head, 'callbacks')];
    this.#map('callback', before, after, pair, reversed, (use) => use);
  }

  #servers(base: Place, head: Place, pair: Pair): void {
    const servers = (place: Place) => {
      const list = asList(objectOf(place.value).servers ?? []);
      return new Map(
        list.map((value, index): [string, Place] => [
          String(objectOf(value).url),
          { value, path: pathBelow(place, 'servers', `${index}`) },
        ]),
      );
    };
    const [before, after] = [servers(base), servers(head)];
    for (const [url, own] of before) {
      const other = after.get(url);
      if (other) comparePlain('Server', own, other, pair);
      else pair.differences.push({ kind: 'removed', node: 'Server', room: 'servers', base: own });
    }
    for (const [url, other] of after) {
      if (!before.has(url)) pair.differences.push({ kind: 'added', node: 'Server', room: 'servers', head: other });
    }
  }

  /** A part that one side refers to may be written out on the other. */
  #part(kind: Kind, base: Place, head: Place, reversed: boolean, isRenamed = false): Pair {
    if (kind === 'schema') return this.schemas.pair(base, head);
    const [before, after] = [resolved(this.#base, base), resolved(this.#head, head)];
    const pair = this.#pair();
    if (!before || !after) return pair;
    if (kind === 'callback') return this.#callback(before, after, pair, reversed);
    const [own, others] = [objectOf(before.value), objectOf(after.value)];
    const keys = new Set([...Object.keys(own), ...Object.keys(others)]);
    const places = [...keys].flatMap((key) => {
      const place = placeOf(kind, key);
      return place ? [[key, place] as const] : [];
    });
    const ignored = isRenamed && own.in === 'path' ? ['name'] : [];
    comparePlain(NODES[kind] ?? kind, before, after, pair, [...places.map(([key]) => key), ...ENCODINGS, ...ignored]);
    for (const [key, place] of places) {
      if ('one' in place) this.#child(place.one, key, before, after, pair, reversed);
      else if ('map' in place) this.#map(place.map, at(before, key), at(after, key), pair, reversed);
    }
    if (kind === 'mediaType') compareEncodings(before, after, () => this.#pair(pair));
    return pair;
  }

  /** What a server calls is sent by it, and answered by the caller. */
  #callback(base: Place, head: Place, pair: Pair, reversed: boolean): Pair {
    const [before, after] = [objectOf(base.value), objectOf(head.value)];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (name.startsWith('x-')) continue;
      const [own, other] = [resolved(this.#base, at(base, name)), resolved(this.#head, at(head, name))];
      const [before, after] = [operationsOf(objectOf(own?.value)), operationsOf(objectOf(other?.value))];
      for (const method of new Set([...before.keys(), ...after.keys()])) {
        const left = own && before.has(method) ? placeBelow(own, before.get(method) ?? []) : undefined;
        const right = other && after.has(method) ? placeBelow(other, after.get(method) ?? []) : undefined;
        if (left && right) {
          const inner = this.#pair();
          pair.add(inner);
          this.#operation(left, right, inner, !reversed);
        } else if (left) pair.differences.push({ kind: 'removed', node: 'Operation', room: 'callbacks', base: left });
        else if (right) pair.differences.push({ kind: 'added', node: 'Operation', room: 'callbacks', head: right });
      }
    }
    return pair;
  }

  #child(
    kind: Kind,
    key: string,
    base: Place,
    head: Place,
    pair: Pair,
    reversed: boolean,
    turn: (use: Use) => Use = (use) => use,
  ): void {
    const [own, other] = [at(base, key), at(head, key)];
    if (own.value !== undefined && other.value !== undefined) pair.add(this.#part(kind, own, other, reversed), turn);
    else this.#oneSided(kind, key, own, other, pair, turn);
  }

  #map(
    kind: Kind,
    base: Place,
    head: Place,
    pair: Pair,
    reversed: boolean,
    turn: (use: Use) => Use = (use) => use,
  ): void {
    const [before, after] = [objectOf(base.value), objectOf(head.value)];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [own, other] = [at(base, name), at(head, name)];
      if (name.startsWith('x-') && kind !== 'header') {
        comparePlain('Extension', pick(base, name), pick(head, name), pair);
      } else if (own.value !== undefined && other.value !== undefined) {
        pair.add(this.#part(kind, own, other, reversed), turn);
      } else this.#oneSided(kind, base.path.at(-1) ?? '', own, other, pair, turn);
    }
  }

  #oneSided(kind: Kind, room: string, base: Place, head: Place, pair: Pair, concerns: (use: Use) => Use): void {
    const node = { node: NODES[kind] ?? kind, room, concerns };
    if (base.value !== undefined)
      pair.differences.push({ kind: 'removed', ...node, base: resolved(this.#base, base) ?? base });
    else if (head.value !== undefined)
      pair.differences.push({ kind: 'added', ...node, head: resolved(this.#head, head) ?? head });
  }
}

/** What a webhook brings is sent by the server. */
function toCaller(reversed: boolean): (use: Use) => Use {
  return (use) => ({ ...use, direction: reversed ? 'response' : 'request' });
}

function rootOf(root: JsonObject): Place {
  return { value: root, path: [] };
}
