import { TrieRouter } from 'hono/router/trie-router';
import { operations } from '../contract/contract.js';
import type { OperationName } from '../contract/operation.js';

let router: TrieRouter<OperationName> | undefined;

/** A path of the contract as Hono writes it: `/v2/crawl/:id`. */
export const toRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The operation that another method or path would have called, to tell callers of a wrong one. */
export function operationAt(method: string, path: string): OperationName | undefined {
  router ??= operationRouter();
  const [[first] = []] = router.match(method, path);
  return first?.[0];
}

function operationRouter(): TrieRouter<OperationName> {
  const created = new TrieRouter<OperationName>();
  for (const { id, method, path, olderPath = [] } of operations()) {
    for (const each of [path, olderPath].flat()) created.add(method, toRoute(each), id);
  }
  return created;
}
