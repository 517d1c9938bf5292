import { nameOf } from '../describe.js';
import type { Rule } from './rule.js';

/** What can no longer be called, sent or expected; told in the words that fit it. */
function removal(name: string, node: string, advice: string): Rule {
  return {
    name,
    advice,
    judge(fact) {
      if (fact.node !== node || fact.kind !== 'removed') return undefined;
      return { level: 'breaking', message: `${nameOf(fact)} was removed.` };
    },
  };
}

export const removals: readonly Rule[] = [
  removal(
    'path-removed',
    'PathItem',
    'Keep the path, mark its operations `deprecated`, and add the new one beside it.',
  ),
  removal(
    'operation-removed',
    'Operation',
    'Mark the operation `deprecated`, and remove it in the next version of the interface.',
  ),
  removal('request-body-removed', 'RequestBody', 'Go on taking the body, and ignore what is no longer needed.'),
  removal('media-type-removed', 'MediaType', 'Go on speaking the media type; add the other beside it.'),
  removal('response-removed', 'Response', 'Go on answering with the status.'),
  removal('response-header-removed', 'Header', 'Go on sending the header.'),
  removal('server-removed', 'Server', 'Keep the server until nobody calls it.'),
];
