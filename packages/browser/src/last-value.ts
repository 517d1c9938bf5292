import { type Node, parse } from 'acorn';

/**
 * The body of an async function that returns the value of the last expression of the code, unless it returns by itself. Lines
 * stay where they are. Code that cannot be parsed is left as it is: the engine says best what is wrong with it.
 */
export function returningLastValue(code: string): string {
  const last = statementsOf(code).at(-1);
  if (last?.type !== 'ExpressionStatement') return code;
  const expression = code.slice(last.start, last.end).replace(/;$/, '');
  return `${code.slice(0, last.start)}return (${expression})${code.slice(last.end)}`;
}

/** Whether the code waits or returns outside of its functions, which only the body of an async function may. */
export function needsFunctionBody(code: string): boolean {
  return statementsOf(code).some(waitsOrReturns);
}

function statementsOf(code: string): readonly Node[] {
  try {
    const { body } = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
    return body;
  } catch {
    // It is no JavaScript, or nested so deep that its parser ends.
    return [];
  }
}

function waitsOrReturns(node: Node): boolean {
  if (node.type === 'AwaitExpression' || node.type === 'ReturnStatement') return true;
  if (node.type === 'ForOfStatement' && 'await' in node && node.await === true) return true;
  if (/Function/.test(node.type)) return false;
  return Object.values(node).flat().filter(isNode).some(waitsOrReturns);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
