import * as walk from '../../openapi/walk.mjs';
import { entriesOf, follow, type JsonObject, type Node, type Pointer } from './contract.js';

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly pointer: Pointer;
  readonly value: JsonObject;
}

/** Every operation of the contract, in its order. */
export function operationsOf(contract: JsonObject): Operation[] {
  return walk.operationsOf(contract).map(({ name, method, path, keys, operation }) => ({
    name,
    method: method.toUpperCase(),
    path,
    pointer: keys,
    value: operation,
  }));
}

/** The operation of a call such as `GET /v2/crawl/active`; a fixed segment wins over a parameter. */
export function operationFor(operations: Operation[], method: string, path: string): Operation | undefined {
  const segments = path.split('/');
  const fits = (operation: Operation) => {
    const template = operation.path.split('/');
    return (
      operation.method === method &&
      template.length === segments.length &&
      template.every((part, index) => part.startsWith('{') || part === segments[index])
    );
  };
  const parameters = (operation: Operation) => operation.path.split('{').length;
  return operations.filter(fits).sort((one, other) => parameters(one) - parameters(other))[0];
}

/** The parameters of an operation and of its path; those of the operation win. */
export function parametersOf(contract: JsonObject, operation: Operation): Node[] {
  const lists = [operation.pointer.slice(0, -1), operation.pointer].map((pointer) => [...pointer, 'parameters']);
  const all = lists.flatMap((list) => everyItem(contract, list));
  const byName = new Map(all.map((node) => [`${node.value.in} ${node.value.name}`, node]));
  return [...byName.values()];
}

function everyItem(contract: JsonObject, list: Pointer): Node[] {
  const found: Node[] = [];
  for (let index = 0; ; index++) {
    const node = follow(contract, [...list, String(index)]);
    if (!node) return found;
    found.push(node);
  }
}

/** The media types of a request body or a response, by name. */
export function contentOf(contract: JsonObject, holder: Node | undefined): Map<string, Node> {
  const pairs = entriesOf(holder?.value.content).flatMap(([type]) => {
    const node = holder && follow(contract, [...holder.pointer, 'content', type]);
    return node ? [[type, node] as const] : [];
  });
  return new Map(pairs);
}
