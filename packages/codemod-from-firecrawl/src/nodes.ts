import type { Node } from '@babel/types';

/** Calls `visit` with a node and all nodes below it, and with the node above each. */
export function walk(node: Node, visit: (node: Node, parents: readonly Node[]) => void): void {
  descend(node, []);

  function descend(current: Node, parents: readonly Node[]): void {
    visit(current, parents);
    for (const value of Object.values(current)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) descend(child, [current, ...parents]);
      }
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value;

/** The last name of `client`, `this.client` or `getClient()`, by which a file knows a client; undefined for all else. */
export function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'PrivateName':
      return `#${node.id.name}`;
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return node.computed ? undefined : nameOf(node.property);
    case 'CallExpression': {
      const name = nameOf(node.callee);
      return name === undefined ? undefined : `${name}()`;
    }
    case 'AwaitExpression':
      return nameOf(node.argument);
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return nameOf(node.expression);
    default:
      return undefined;
  }
}
