import type { JavascriptReturn } from '@trawl/client';
import type { Page } from 'playwright-core';

/** Longer scripts are not parsed, because that would hold up the other work of the service. */
const MAX_PARSED_LENGTH = 100_000;

/** Parts and characters of one value. */
const MAX_VALUE_SIZE = 1_000_000;

/**
 * Runs a script in the page, and returns the value of its last statement, or of its own `return`, as what JSON can hold.
 * Rejects with what the script throws, or when the value is too large.
 */
export async function scriptValue(page: Page, script: string): Promise<JavascriptReturn> {
  const source = script.length <= MAX_PARSED_LENGTH ? await sourceOf(script) : script;
  return page.evaluate(plainValueOf, { source, maxSize: MAX_VALUE_SIZE });
}

/** The code that the page evaluates. A script that neither waits nor returns stays one, so that later scripts see its functions and variables. */
async function sourceOf(script: string): Promise<string> {
  // Loaded on demand: a server starts faster without the parser.
  const { needsFunctionBody, returningLastValue } = await import('./last-value.js');
  return needsFunctionBody(script) ? `(async () => {${returningLastValue(script)}\n})()` : script;
}

/**
 * Runs in the page: the type of the value, and a copy that JSON can hold. One call does both, because the script may lead
 * the page elsewhere.
 */
async function plainValueOf({ source, maxSize }: { readonly source: string; readonly maxSize: number }) {
  let size = 0;

  function grow(by: number): void {
    size += by;
    if (size > maxSize)
      throw new Error(`The script returned more than ${maxSize} characters and values. Return less of it.`);
  }

  function nameOf(value: object): string {
    return Object.prototype.toString.call(value);
  }

  /** Windows and elements refer to the whole page. A window of another origin lets itself be read only for this. */
  function refersToPage(value: object): boolean {
    return ('window' in value && value.window === value) || ('nodeType' in value && 'ownerDocument' in value);
  }

  function copyOf(value: unknown, ancestors: readonly unknown[]): unknown {
    grow(typeof value === 'string' ? value.length : 1);
    switch (typeof value) {
      case 'bigint':
      case 'symbol':
        return String(value);
      case 'undefined':
      case 'function':
        return null;
      case 'object':
        return value === null ? null : copyOfObject(value, ancestors);
      default:
        return value;
    }
  }

  function copyOfObject(value: object, ancestors: readonly unknown[]): unknown {
    if (refersToPage(value)) return nameOf(value);
    if (ancestors.includes(value)) return '[Circular]';
    const inner = [...ancestors, value];
    if (Array.isArray(value)) return value.map((item) => copyOf(item, inner));
    if (nameOf(value) === '[object Error]') return String(value);
    if ('toJSON' in value && typeof value.toJSON === 'function') return copyOf(value.toJSON(), inner);
    const kept = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function');
    return Object.fromEntries(
      kept.map(([key, item]) => {
        grow(key.length);
        return [key, copyOf(item, inner)];
      }),
    );
  }

  // biome-ignore lint/security/noGlobalEval: the caller's script runs in the page, as in its console.
  const result: unknown = globalThis.eval(source);
  const root: unknown = await (typeof result === 'function' ? result() : result);
  return { type: typeof root, value: copyOf(root, []) };
}
