import type { File, Node } from '@babel/types';
import { nameOf, walk } from './nodes.js';

/**
 * The names by which a file knows clients of these classes: variables, fields, parameters, and functions that return one
 * (`getClient()`).
 */
export function clientNames(file: File, classes: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>();
  let known: number;
  // A name may come from another that stands later in the file.
  do {
    known = names.size;
    walk(file, (node) => addNames(node));
  } while (names.size > known);
  return names;

  function addNames(node: Node): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init && makesClient(node.init)) add(node.id);
        return;
      case 'AssignmentExpression':
        if (makesClient(node.right)) add(node.left);
        return;
      case 'ClassProperty':
      case 'ClassPrivateProperty':
        if ((node.value && makesClient(node.value)) || (node.typeAnnotation && namesClass(node.typeAnnotation))) {
          add(node.key);
        }
        return;
      case 'Identifier':
        if (node.typeAnnotation && namesClass(node.typeAnnotation)) names.add(node.name);
        return;
      case 'FunctionDeclaration':
      case 'ClassMethod':
      case 'ObjectMethod': {
        const name = node.type === 'FunctionDeclaration' ? node.id?.name : nameOf(node.key);
        if (name !== undefined && node.returnType && namesClass(node.returnType)) names.add(`${name}()`);
        return;
      }
    }
  }

  function add(place: Node): void {
    const name = nameOf(place);
    if (name !== undefined) names.add(name);
  }

  function makesClient(node: Node): boolean {
    if (node.type === 'NewExpression') return node.callee.type === 'Identifier' && classes.has(node.callee.name);
    if (node.type === 'LogicalExpression') return makesClient(node.left) || makesClient(node.right);
    if (node.type === 'ConditionalExpression') return makesClient(node.consequent) || makesClient(node.alternate);
    const name = nameOf(node);
    return name !== undefined && names.has(name);
  }

  function namesClass(annotation: Node): boolean {
    let found = false;
    walk(annotation, (node) => {
      // A function type that returns a client is no client.
      if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' && classes.has(node.typeName.name)) {
        found = true;
      }
    });
    return found;
  }
}
