import { type Operation, operations } from '../contract/contract.js';

/** The name of all operations of a tag of the contract, such as `batch-scrape`. */
function scopeOfTag(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

/** The scopes that stand for several operations. */
export function tagScopes(): string[] {
  return [...new Set(operations().map(({ tag }) => scopeOfTag(tag)))];
}

/** Whether the contract has an operation of this id, or a tag of this name. */
export function isScope(scope: string): boolean {
  return operations().some((operation) => isInScopes(operation, [scope]));
}

/** Whether one of the scopes contains the operation: by its id or by its tag. */
export function isInScopes({ id, tag }: Pick<Operation, 'id' | 'tag'>, scopes: readonly string[]): boolean {
  return scopes.includes(id) || scopes.includes(scopeOfTag(tag));
}
