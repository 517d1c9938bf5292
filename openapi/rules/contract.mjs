// What the house rules ask of a contract, read from the document once: its operations, and every schema with the
// place it stands at and the direction it travels in. The rules see the document as it was written, with its `$ref`s,
// because a finding must name the line that the author can change.

import { CONDITIONS, innerSchemas, isObject, keysOf, operationsOf, placeOf, valueAt } from '../walk.mjs';

/**
 * @typedef {(string | number)[]} Path
 * @typedef {Record<string, any>} Node  a piece of the document; its shape is Redocly's to check, so it is not typed here
 * @typedef {'request' | 'answer'} Direction  what is sent to the service, or what the service sends
 *
 * @typedef {object} Operation
 * @property {Path} path
 * @property {string} method
 * @property {Node} operation
 *
 * @typedef {object} Part  what carries values but is no schema
 * @property {Path} path
 * @property {'parameter' | 'header' | 'response'} kind
 * @property {Node} node
 *
 * @typedef {object} Media
 * @property {Path} path
 * @property {string} type
 * @property {'request body' | 'success' | 'failure'} role
 * @property {Node} node
 *
 * @typedef {object} Schema
 * @property {Path} path
 * @property {Node} schema
 * @property {string | undefined} component  the component schema it stands in
 * @property {boolean} top                   it is that component, not a piece of it
 * @property {string | undefined} property   its name, when it is a property
 * @property {boolean} condition             it is only asked about (`if`, `not` …) and describes no value
 * @property {Set<Direction>} directions
 *
 * @typedef {{ path: Path, message: string }} Finding
 * @typedef {(contract: Contract, file: string | null) => Iterable<Finding>} Rule
 */

/** @type {(value: unknown) => [string, any][]} */
export const entries = (value) => (isObject(value) ? Object.entries(value) : []);

/** @type {WeakMap<Node, Contract>} */
const contracts = new WeakMap();

/**
 * The rules run one after another over the same document, so it is read once for all of them.
 * @param {Node} document
 */
export function readContract(document) {
  const contract = contracts.get(document) ?? new Contract(document);
  contracts.set(document, contract);
  return contract;
}

class Contract {
  /** @type {Map<string, Schema>} */
  #schemas = new Map();
  /** @type {Map<string, Part>} */
  #parts = new Map();
  /** @type {Map<string, Media>} */
  #media = new Map();

  /** @param {Node} document */
  constructor(document) {
    this.document = document;
    this.operations = operationsIn(document, 'paths');
    this.webhooks = operationsIn(document, 'webhooks');
    for (const operation of this.operations) this.#visitOperation(operation, { sent: 'request', returned: 'answer' });
    for (const webhook of this.webhooks) this.#visitOperation(webhook, { sent: 'answer', returned: 'request' });
    for (const [name] of entries(document.components?.schemas)) this.#visitSchema(['components', 'schemas', name]);
  }

  /** Every schema, written in place or as a component, once. */
  get schemas() {
    return [...this.#schemas.values()];
  }

  /** Every parameter, header and response that an operation uses, once. */
  get parts() {
    return [...this.#parts.values()];
  }

  /** Every body that an operation sends or receives, once. */
  get media() {
    return [...this.#media.values()];
  }

  /** @type {(path: Path) => any} */
  at(path) {
    return valueAt(this.document, path);
  }

  /**
   * Where the node at `path` is written, behind its `$ref`s.
   * @param {Path} path
   * @returns {Path | undefined}
   */
  follow(path) {
    const place = placeOf(this.document, path);
    return place && [...place];
  }

  /**
   * The names of all component schemas that the node at `path` leads to.
   * @param {Path} path
   */
  schemasBehind(path) {
    const refs = new Set();
    /** @param {unknown} node */
    const visit = (node) => {
      if (Array.isArray(node)) node.forEach(visit);
      for (const [key, value] of entries(node)) {
        if (key !== '$ref' || typeof value !== 'string') visit(value);
        else if (!refs.has(value)) {
          refs.add(value);
          visit(this.at(keysOf(value)));
        }
      }
    };
    visit(this.at(path));
    return [...refs].map(keysOf).flatMap(([, kind, name]) => (kind === 'schemas' ? [String(name)] : []));
  }

  /**
   * @param {Operation} operation
   * @param {{ sent: Direction, returned: Direction }} directions
   */
  #visitOperation({ path, operation }, { sent, returned }) {
    for (const list of [
      [...path.slice(0, -1), 'parameters'],
      [...path, 'parameters'],
    ]) {
      for (const index of (this.at(list) ?? []).keys()) this.#visitPart([...list, index], 'parameter', sent);
    }
    if (operation.requestBody) this.#visitContent([...path, 'requestBody'], 'request body', sent);
    for (const [status] of entries(operation.responses)) {
      const response = [...path, 'responses', status];
      this.#visitPart(response, 'response', returned);
      this.#visitContent(response, status.startsWith('2') ? 'success' : 'failure', returned);
      for (const [name] of entries(this.at(this.follow(response) ?? response).headers)) {
        this.#visitPart([...(this.follow(response) ?? response), 'headers', name], 'header', returned);
      }
    }
  }

  /**
   * @param {Path} path
   * @param {Part['kind']} kind
   * @param {Direction} direction
   */
  #visitPart(path, kind, direction) {
    const place = this.follow(path);
    if (!place) return;
    this.#parts.set(keyOf(place), { path: place, kind, node: this.at(place) });
    this.#visitSchema([...place, 'schema'], { direction });
  }

  /**
   * @param {Path} path
   * @param {Media['role']} role
   * @param {Direction} direction
   */
  #visitContent(path, role, direction) {
    const content = [...(this.follow(path) ?? path), 'content'];
    for (const [type, node] of entries(this.at(content))) {
      const place = [...content, type];
      this.#media.set(keyOf(place), { path: place, type, role, node });
      this.#visitSchema([...place, 'schema'], { direction });
    }
  }

  /**
   * @param {Path} path
   * @param {{ direction?: Direction | undefined, condition?: boolean, property?: string | undefined }} place
   */
  #visitSchema(path, { direction, condition = false, property } = {}) {
    const schema = this.at(path);
    if (!isObject(schema)) return;
    const known = this.#schemas.get(keyOf(path));
    if (known && (!direction || known.directions.has(direction))) return;

    const component = path[0] === 'components' && path[1] === 'schemas' ? String(path[2]) : undefined;
    const top = component !== undefined && path.length === 3;
    const node = known ?? { path, schema, component, top, property, condition, directions: new Set() };
    this.#schemas.set(keyOf(path), node);
    if (direction) node.directions.add(direction);

    const target = schema.$ref && !condition ? this.follow(path) : undefined;
    if (target) this.#visitSchema(target, { direction });
    for (const piece of innerSchemas(schema)) {
      const [keyword, name] = piece;
      this.#visitSchema([...path, ...piece], {
        direction,
        condition: condition || keyword === 'dependentSchemas' || CONDITIONS.includes(keyword),
        property: keyword === 'properties' ? String(name) : undefined,
      });
    }
  }
}

/**
 * @param {Node} document
 * @param {'paths' | 'webhooks'} room
 * @returns {Operation[]}
 */
function operationsIn(document, room) {
  return operationsOf(document, room).map(({ keys, method, operation }) => ({ path: [...keys], method, operation }));
}

/** @param {Path} path */
const keyOf = (path) => path.join('\n');
