import { asList, type JsonObject, objectOf } from '../json.js';
import { isXml } from '../media-type.js';
import { type Place, type Roots, resolved } from '../references.js';
import { type Kind, METHODS, operationsOf, placeOf } from '../shape.js';
import { code, text } from '../text.js';
import { sentUse, type Use } from '../uses.js';
import { listed } from '../wording.js';
import { movedBasePath } from './base-path.js';
import { Comparison, type Part, type PassOn } from './comparison.js';
import { ENCODINGS, encodingPairs, isScalar } from './encodings.js';
import { type ListSides, listSidesOf } from './list-parameters.js';
import { coveredByRanges, mediaTypePairs } from './media-type-pairs.js';
import { matchParameters, type SpreadPair } from './parameters.js';
import { NO_BASE_PATH, pathPairs } from './path-pairs.js';
import { at, atPath, keysOf, only } from './places.js';
import { renamedCallbacks } from './renamed-callbacks.js';
import { responsePairs } from './response-ranges.js';
import { SchemaComparison } from './schemas.js';
import { type Caller, SecurityComparison } from './security.js';
import { basePathDifference, compareServers, compareServersBelow, type Inherited } from './servers.js';

/** One operation of either contract, and what it is compared with. */
export interface OperationComparison {
  comparison: Comparison;
  use: Use;
}

/** Values by two others. */
class PairMap<T> {
  readonly #values = new Map<unknown, Map<unknown, T>>();

  get(left: unknown, right: unknown): T | undefined {
    return this.#values.get(left)?.get(right);
  }

  set(left: unknown, right: unknown, value: T): void {
    const known = this.#values.get(left);
    if (known) known.set(right, value);
    else this.#values.set(left, new Map([[right, value]]));
  }
}

/** What is compared by functions of its own. */
const OF_CONTRACT = ['paths', 'webhooks', 'components', 'servers', 'info', 'x-tags'];
const OF_OPERATION = ['parameters', 'security', 'callbacks', 'servers', 'requestBody', 'responses'];
const OF_PATH_ITEM = [...METHODS, 'additionalOperations', 'parameters', 'servers'];

/** How a parameter is written down that is described by a schema. */
const NOTATION = ['style', 'explode', 'allowReserved'];

const PARTS: Record<Exclude<Kind, 'root' | 'components'>, Part> = {
  callback: 'Callback',
  encoding: 'Encoding',
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

const passOnUnchanged: PassOn = (use) => use;

const passOnAsText: PassOn = (use) => ({ ...use, isText: true });

const passOnAsXml: PassOn = (use) => ({ ...use, isXml: true });

/** Values of a parameter or a header are texts, unless it has a media type (`content`). */
function passOnIn(kind: Kind, key: string): PassOn {
  const isText = key === 'schema' && (kind === 'parameter' || kind === 'header');
  return isText ? passOnAsText : passOnUnchanged;
}

/** Two places, their differences, and who calls whom there. */
interface Sides {
  before: Place;
  after: Place;
  comparison: Comparison;
  caller: Caller;
}

/** Compares all of two contracts that belongs to their operations, and the contracts themselves. */
export class ContractComparison {
  readonly schemas: SchemaComparison;
  readonly operations: OperationComparison[] = [];
  /** What belongs to the contract as a whole. */
  readonly whole = new Comparison();
  /** What belongs to all operations. */
  readonly everywhere = new Comparison();
  readonly #comparisons: Comparison[] = [this.whole, this.everywhere];
  readonly #roots: Roots;
  readonly #security: SecurityComparison;
  /** The comparisons of two parts that several places may refer to, by who calls whom there. */
  readonly #shared = { client: new PairMap<Comparison>(), server: new PairMap<Comparison>() };

  constructor(roots: Roots) {
    this.#roots = roots;
    this.schemas = new SchemaComparison(roots);
    this.#security = new SecurityComparison(roots);
    const [before, after] = [rootPlace(roots.before), rootPlace(roots.after)];
    this.whole.compareKeys('Root', before, after, OF_CONTRACT);
    this.whole.compareKeys('Info', at(before, 'info'), at(after, 'info'));
    this.whole.compareKeys('Tag', at(before, 'x-tags'), at(after, 'x-tags'));
    const base = movedBasePath(roots.before, roots.after);
    const servers = compareServers(before, after, this.everywhere, base);
    this.#paths('paths', at(before, 'paths'), at(after, 'paths'), servers, base);
    this.#paths('webhooks', at(before, 'webhooks'), at(after, 'webhooks'), servers);
    this.#security.compareUnused(this.whole);
  }

  get comparisons(): Comparison[] {
    return [...this.#comparisons, ...this.#security.comparisons, ...this.schemas.comparisons];
  }

  #register(): Comparison {
    const comparison = new Comparison();
    this.#comparisons.push(comparison);
    return comparison;
  }

  #paths(keyword: string, before: Place, after: Place, servers: Inherited, base = NO_BASE_PATH): void {
    for (const pair of pathPairs(objectOf(before.value), objectOf(after.value), base)) {
      const own = pair.before === undefined ? undefined : resolved(this.#roots.before, at(before, pair.before));
      const other = pair.after === undefined ? undefined : resolved(this.#roots.after, at(after, pair.after));
      const item = this.#register();
      const name = pair.before ?? pair.after ?? '';
      const below = own && other ? this.#pathItem(own, other, item, servers) : servers;
      if (!other && own)
        item.differences.push({ kind: 'removed', part: 'PathItem', parentKeyword: keyword, before: own });
      else if (!own && other)
        item.differences.push({ kind: 'added', part: 'PathItem', parentKeyword: keyword, after: other });
      if (own && other && base !== NO_BASE_PATH) item.differences.push(basePathDifference(own, other, base));
      const areOneAddress = `${base.before}${pair.before}` === `${base.after}${pair.after}`;
      const isRenamed = own !== undefined && other !== undefined && !areOneAddress;
      if (isRenamed) {
        const sides = { before: { ...own, value: pair.before }, after: { ...other, value: pair.after } };
        item.differences.push({ kind: 'modified', part: 'PathItem', keyword: 'key', parentKeyword: keyword, ...sides });
      }
      this.#operations(keyword, name, own, other, item, isRenamed, below);
    }
  }

  #pathItem(before: Place, after: Place, item: Comparison, servers: Inherited): Inherited {
    item.compareKeys('PathItem', before, after, OF_PATH_ITEM);
    return compareServersBelow(before, after, item, servers);
  }

  #operations(
    keyword: string,
    name: string,
    before: Place | undefined,
    after: Place | undefined,
    item: Comparison,
    isRenamed: boolean,
    servers: Inherited,
  ): void {
    const [own, others] = [operationsOf(objectOf(before?.value)), operationsOf(objectOf(after?.value))];
    for (const method of new Set([...own.keys(), ...others.keys()])) {
      const operation = keyword === 'paths' ? `${method.toUpperCase()} ${name}` : `webhook ${name}`;
      const comparison = this.#register();
      comparison.add(item);
      this.operations.push({ comparison, use: { operations: [operation], direction: 'none', polarity: 1 } });
      if (!before || !after) continue;
      const [left, right] = [own.get(method), others.get(method)];
      const part = { part: 'Operation', parentKeyword: 'operations' } as const;
      if (left && right) {
        const sides = { before: atPath(before, left), after: atPath(after, right), comparison };
        this.#operation({ ...sides, caller: keyword === 'paths' ? 'client' : 'server' }, isRenamed, servers);
      } else if (left) {
        comparison.differences.push({ kind: 'removed', ...part, before: atPath(before, left) });
      } else if (right) comparison.differences.push({ kind: 'added', ...part, after: atPath(after, right) });
    }
  }

  #operation({ before, after, comparison, caller }: Sides, isPathRenamed = false, servers?: Inherited): void {
    comparison.compareKeys('Operation', before, after, OF_OPERATION);
    compareServersBelow(before, after, comparison, servers);
    this.#security.compare(before, after, comparison, caller);
    const [sends, receives] = [
      passOnAs(caller === 'client' ? 'request' : 'response'),
      passOnAs(caller === 'client' ? 'response' : 'request'),
    ];
    const { pairs, spread, differences } = matchParameters(this.#roots, before, after, isPathRenamed);
    for (const pair of pairs) {
      const inParameter: PassOn = (use) => {
        const sent = sends(use);
        return sent && { ...sentUse(sent, isRequiredIn(pair)), isInParameter: true };
      };
      comparison.add(this.#part('parameter', pair.before, pair.after, caller, isPathRenamed), inParameter);
    }
    for (const pair of spread) {
      comparison.add(this.#spread(pair), (use) => {
        const sent = sends(use);
        return sent && { ...sent, isInParameter: true };
      });
    }
    for (const difference of differences) comparison.differences.push({ ...difference, affects: sends });
    const sides = { before, after, comparison, caller };
    const bodies = {
      before: resolved(this.#roots.before, at(before, 'requestBody')),
      after: resolved(this.#roots.after, at(after, 'requestBody')),
    };
    this.#child('requestBody', 'requestBody', sides, (use) => {
      const sent = sends(use);
      return sent && sentUse(sent, isRequiredIn(bodies));
    });
    this.#responses(sides, receives);
    const callbacks = renamedCallbacks(this.#roots, at(before, 'callbacks'), at(after, 'callbacks'));
    this.#map('callback', 'callbacks', sides, passOnUnchanged, callbacks);
  }

  /** A part that one side refers to may be written out on the other. */
  #part(kind: Kind, before: Place, after: Place, caller: Caller, isPathRenamed = false): Comparison {
    if (kind === 'schema') return this.schemas.compare(before, after);
    const [own, other] = [resolved(this.#roots.before, before), resolved(this.#roots.after, after)];
    if (!own || !other) return this.#register();
    // A media type has its name from where it is referred to.
    const isShareable = kind !== 'mediaType' && !isPathRenamed;
    const areReferences = isShareable && own !== before && other !== after;
    const known = areReferences ? this.#shared[caller].get(own.value, other.value) : undefined;
    if (known) return known;
    const comparison = this.#register();
    if (areReferences) this.#shared[caller].set(own.value, other.value, comparison);
    const sides = { before: own, after: other, comparison, caller };
    if (kind === 'callback') {
      this.#callback(sides);
      return comparison;
    }
    const { in: location } = objectOf(own.value);
    // The difference of the path names a parameter that was renamed with it, and the case of a header's name means
    // nothing.
    const isNameIgnored = kind === 'parameter' && ((isPathRenamed && location === 'path') || location === 'header');
    const keys = [...keysOf(objectOf(own.value), objectOf(other.value))];
    const children = keys.flatMap((key) => {
      const place = placeOf(kind, key);
      return place && !ENCODINGS.includes(key) ? [{ key, place }] : [];
    });
    const compared = [...children.map(({ key }) => key), ...ENCODINGS, ...(isNameIgnored ? ['name'] : [])];
    const isOther = kind === 'parameter' && isOtherNotation(own, other);
    const notation = isOther ? NOTATION : this.#isExplodeIdle(own, other) ? ['explode'] : [];
    comparison.compareKeys(PARTS[kind as keyof typeof PARTS], own, other, [...compared, ...notation]);
    if (isOther) {
      const sides = { before: at(own, 'content'), after: at(other, 'content') };
      comparison.differences.push({ kind: 'modified', part: 'Parameter', keyword: 'content', ...sides });
      return comparison;
    }
    // A server that sends a list sends more than it promised.
    const list = kind === 'parameter' && caller === 'client' ? listSidesOf(this.#roots, own, other) : undefined;
    for (const { key, place } of children) {
      if (list && key === 'schema') this.#list(list, sides);
      else if ('one' in place) this.#child(place.one, key, sides, passOnIn(kind, key));
      else if ('map' in place && place.map === 'mediaType') this.#content(sides);
      else if ('map' in place) this.#map(place.map, key, sides);
    }
    if (kind === 'mediaType') this.#encodings(sides, before.path.at(-1) ?? '', after.path.at(-1) ?? '');
    return comparison;
  }

  /** Whether `explode` means nothing: for values of one piece, and for lists that commas separate either way. */
  #isExplodeIdle(before: Place, after: Place): boolean {
    const isIdle = (root: JsonObject, place: Place) => {
      const schema = objectOf(resolved(root, at(place, 'schema'))?.value);
      const isSimple = objectOf(place.value).style === 'simple';
      return isScalar(schema) || (isSimple && asList(schema.type).join() === 'array');
    };
    return isIdle(this.#roots.before, before) && isIdle(this.#roots.after, after);
  }

  /** A parameter that is a field of another one on one of the sides, and is written alike. */
  #spread({ before, after, name }: SpreadPair): Comparison {
    const comparison = this.#register();
    const part = { kind: 'modified', part: 'Parameter' } as const;
    const label = code(name);
    comparison.differences.push({
      ...part,
      keyword: 'name',
      label,
      before: at(before.whole, 'name'),
      after: at(after.whole, 'name'),
    });
    if (before.isRequired.value !== after.isRequired.value) {
      const sides = { before: before.isRequired, after: after.isRequired };
      comparison.differences.push({ ...part, keyword: 'required', ...sides });
    }
    comparison.add(this.schemas.compare(before.schema, after.schema), passOnAsText);
    return comparison;
  }

  #list({ value, items, besideValue, besideList }: ListSides, { before, after, comparison }: Sides): void {
    const sides = { before: at(before, 'schema'), after: at(after, 'schema') };
    comparison.differences.push({ kind: 'modified', part: 'Parameter', keyword: 'schema', ...sides });
    comparison.compareKeys('Schema', besideValue, besideList);
    comparison.add(this.schemas.compare(value, items), passOnAsText);
  }

  /** What one contract says of a status, the other may say of the range to which the status belongs. */
  #responses(sides: Sides, receives: PassOn): void {
    const { caller, comparison } = sides;
    const [own, others] = [at(sides.before, 'responses'), at(sides.after, 'responses')];
    const { byKey, ofRanges, restated } = responsePairs(objectOf(own.value), objectOf(others.value));
    const holding = (place: Place, responses: JsonObject): Place => ({ ...place, value: { responses } });
    const named = { before: holding(sides.before, byKey.before), after: holding(sides.after, byKey.after) };
    this.#map('response', 'responses', { ...sides, ...named }, receives);
    for (const pair of ofRanges) {
      const before = resolved(this.#roots.before, at(own, pair.before));
      const after = resolved(this.#roots.after, at(others, pair.after));
      if (!before || !after) continue;
      const bodies = { before, after, caller, comparison: this.#register() };
      comparison.add(bodies.comparison, receives);
      this.#content(bodies);
      this.#map('header', 'headers', bodies);
    }
    for (const { before: status, after: statuses, areParts } of restated) {
      const [first = ''] = statuses;
      const verb = statuses.length > 1 ? 'are' : 'is';
      comparison.differences.push({
        kind: 'modified',
        part: 'Response',
        keyword: 'key',
        parentKeyword: 'responses',
        ...(areParts && { label: text`${listed(statuses)} ${verb} left` }),
        before: { ...at(own, status), value: status },
        after: { ...at(others, first), value: first },
        affects: receives,
      });
    }
  }

  /** Compares the media types of two bodies. */
  #content({ before, after, comparison, caller }: Sides): void {
    const [own, others] = [at(before, 'content'), at(after, 'content')];
    const [types, otherTypes] = [objectOf(own.value), objectOf(others.value)];
    const { pairs, removed, added } = mediaTypePairs(types, otherTypes);
    for (const pair of pairs) {
      const passOn = isXml(pair.before) ? passOnAsXml : passOnUnchanged;
      comparison.add(this.#part('mediaType', at(own, pair.before), at(others, pair.after), caller), passOn);
    }
    for (const name of removed) {
      this.#oneSided(
        'mediaType',
        'content',
        at(own, name),
        at(others, name),
        comparison,
        coveredByRanges(name, otherTypes),
      );
    }
    for (const name of added) {
      this.#oneSided('mediaType', 'content', at(own, name), at(others, name), comparison, passOnUnchanged);
    }
    for (const name of [...keysOf(types, otherTypes)].filter((each) => each.startsWith('x-'))) {
      comparison.compareKeys('Extension', only(own, name), only(others, name));
    }
  }

  /** Compares how the parts of two bodies are serialized. */
  #encodings({ before, after, comparison, caller }: Sides, type: string, otherType: string): void {
    const bodies = { before: { type, media: before }, after: { type: otherType, media: after } };
    const { pairs, removed, added } = encodingPairs(this.#roots, bodies.before, bodies.after);
    const part = { part: 'Encoding', parentKeyword: 'encoding' } as const;
    for (const pair of pairs) {
      comparison.compareKeys('Encoding', pair.before, pair.after, ['headers']);
      this.#map('header', 'headers', { ...pair, comparison, caller });
    }
    for (const place of removed) comparison.differences.push({ kind: 'removed', ...part, before: place });
    for (const place of added) comparison.differences.push({ kind: 'added', ...part, after: place });
  }

  /** What a server calls is sent by it, and answered by the caller. */
  #callback({ before, after, comparison, caller }: Sides): void {
    const [own, others] = [objectOf(before.value), objectOf(after.value)];
    for (const expression of keysOf(own, others)) {
      if (expression.startsWith('x-')) continue;
      const left = resolved(this.#roots.before, at(before, expression));
      const right = resolved(this.#roots.after, at(after, expression));
      const [methods, otherMethods] = [operationsOf(objectOf(left?.value)), operationsOf(objectOf(right?.value))];
      for (const method of new Set([...methods.keys(), ...otherMethods.keys()])) {
        const part = { part: 'Operation', parentKeyword: 'callbacks' } as const;
        const [path, otherPath] = [methods.get(method), otherMethods.get(method)];
        const old = left && path ? atPath(left, path) : undefined;
        const now = right && otherPath ? atPath(right, otherPath) : undefined;
        if (old && now) {
          comparison.add(this.#calledOperation(old, now, caller === 'client' ? 'server' : 'client'));
        } else if (old) comparison.differences.push({ kind: 'removed', ...part, before: old });
        else if (now) comparison.differences.push({ kind: 'added', ...part, after: now });
      }
    }
  }

  /** A callback may lead back to the operation that it is a part of. */
  #calledOperation(before: Place, after: Place, caller: Caller): Comparison {
    const known = this.#shared[caller].get(before.value, after.value);
    if (known) return known;
    const comparison = this.#register();
    this.#shared[caller].set(before.value, after.value, comparison);
    this.#operation({ before, after, comparison, caller });
    return comparison;
  }

  #child(kind: Kind, key: string, { before, after, comparison, caller }: Sides, passOn = passOnUnchanged): void {
    const [own, other] = [at(before, key), at(after, key)];
    if (own.value !== undefined && other.value !== undefined)
      comparison.add(this.#part(kind, own, other, caller), passOn);
    else this.#oneSided(kind, key, own, other, comparison, passOn);
  }

  /** Compares parts by their names; `renamed` are those that have another name now. */
  #map(
    kind: Kind,
    key: string,
    { before, after, comparison, caller }: Sides,
    passOn = passOnUnchanged,
    renamed: ReadonlyMap<string, string> = new Map(),
  ): void {
    const [own, others] = [at(before, key), at(after, key)];
    const names = new Set(renamed.values());
    for (const name of keysOf(objectOf(own.value), objectOf(others.value))) {
      if (names.has(name)) continue;
      const [left, right] = [at(own, name), at(others, renamed.get(name) ?? name)];
      if (name.startsWith('x-') && kind !== 'header') {
        comparison.compareKeys('Extension', only(own, name), only(others, name));
      } else if (left.value !== undefined && right.value !== undefined) {
        comparison.add(this.#part(kind, left, right, caller), passOn);
      } else this.#oneSided(kind, key, left, right, comparison, passOn);
    }
  }

  #oneSided(
    kind: Kind,
    parentKeyword: string,
    before: Place,
    after: Place,
    comparison: Comparison,
    affects: PassOn,
  ): void {
    const part = { part: PARTS[kind as keyof typeof PARTS], parentKeyword, affects };
    // It is named by the place that refers to it.
    const named = (root: JsonObject, place: Place): Place => ({ ...place, value: resolved(root, place)?.value });
    if (before.value !== undefined) {
      comparison.differences.push({ kind: 'removed', ...part, before: named(this.#roots.before, before) });
    } else if (after.value !== undefined) {
      comparison.differences.push({ kind: 'added', ...part, after: named(this.#roots.after, after) });
    }
  }
}

/** Whether a parameter that was described by a schema is described by a media type now, or the other way round. */
function isOtherNotation(before: Place, after: Place): boolean {
  const has = (place: Place, key: string) => key in objectOf(place.value);
  return has(before, 'schema') !== has(after, 'schema') && has(before, 'content') !== has(after, 'content');
}

/** Whether a parameter or a body has to be sent on one of the sides: a request that is valid on both sides has it. */
function isRequiredIn(sides: { before: Place | undefined; after: Place | undefined }): boolean {
  return [sides.before, sides.after].some((side) => objectOf(side?.value).required === true);
}

function passOnAs(direction: 'request' | 'response'): PassOn {
  return (use) => ({ ...use, direction });
}

function rootPlace(root: JsonObject): Place {
  return { value: root, path: [] };
}
