import openapi from '@trawl/client/openapi.json' with { type: 'json' };
import { resolve, valueAt } from '../../../../openapi/walk.mjs';
import type { Operation } from '../../src/contract/contract.js';

interface Media {
  readonly examples?: Readonly<Record<string, object>>;
}

/** The bodies that the contract shows for a failure of an operation. */
export function shownFailures({ id, path, method }: Operation, status: number): unknown[] {
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const response = valueAt(openapi, place);
  if (response === undefined) throw new Error(`The contract has no status ${status} of ${id}.`);
  const { content = {} } = resolve(openapi, response) as { content?: Readonly<Record<string, Media>> };
  const examples = Object.values(content['application/json']?.examples ?? {});
  return examples.map((example) => (resolve(openapi, example) as { value: unknown }).value);
}
