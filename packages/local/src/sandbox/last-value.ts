import { parse } from 'acorn';

/**
 * The body of an async function that returns the value of the last expression of the code, unless it returns by itself. Lines
 * stay where they are. Code that cannot be parsed is left as it is: the engine says best what is wrong with it.
 */
export function returningLastValue(code: string): string {
  const last = lastExpression(code);
  if (!last) return code;
  const expression = code.slice(last.start, last.end).replace(/;$/, '');
  return `${code.slice(0, last.start)}return (${expression})${code.slice(last.end)}`;
}

function lastExpression(code: string): { readonly start: number; readonly end: number } | undefined {
  try {
    const { body } = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
    const statement = body.at(-1);
    return statement?.type === 'ExpressionStatement' ? statement : undefined;
  } catch {
    // It is no JavaScript, or nested so deep that its parser ends.
    return undefined;
  }
}
