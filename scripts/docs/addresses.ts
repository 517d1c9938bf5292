import { broken, type Contract, type JsonObject, type Operation } from './openapi.js';
import { allOperations } from './operations.js';
import { visit } from './walk.js';

const LINK = /\(#operation\/(\w+)\)/g;

/** A name as it is spelled in addresses: words in small letters with hyphens. */
export function slug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The place of an operation on the page of everything, and in Redoc: `/search/searchweb`. */
export function anchorOfOperation({ operationId, tags: [tag = ''] = [] }: Operation): string {
  return `/${slug(tag)}/${slug(operationId)}`;
}

/** The page of an operation: `search/search-the-web`. */
export function pathOfOperation({ operationId, summary, tags: [tag = ''] = [] }: Operation): string {
  return `${slug(tag)}/${slug(summary ?? operationId)}`;
}

/** Descriptions link to `#operation/<operationId>`; replaces that with the place of the operation. */
export function fixLinks(contract: Contract): void {
  const anchors = new Map(
    allOperations(contract).map((operation) => [operation.operationId, anchorOfOperation(operation)]),
  );
  const mend = (text: string) =>
    text.replace(LINK, (_, id: string) => {
      const anchor = anchors.get(id);
      if (anchor === undefined)
        throw broken(`(#operation/${id})`, 'a description links here, but there is no such operation.');
      return `(#${anchor})`;
    });
  visit(contract as unknown as JsonObject, (part) => {
    if (typeof part.description === 'string') part.description = mend(part.description);
  });
}
