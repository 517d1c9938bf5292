import { broken, type Contract, type JsonObject } from './openapi.js';
import { allOperations } from './operations.js';
import { visit } from './walk.js';

const LINK = /\(#operation\/(\w+)\)/g;

/** Descriptions link to `#operation/<operationId>`; this is where Redoc really puts the operation on the page. */
export function fixLinks(contract: Contract): void {
  const targets = new Map<string, string>();
  for (const { operationId, tags } of allOperations(contract)) {
    targets.set(operationId, [tags?.[0] ?? '', operationId].map(slug).join('/'));
  }
  const mend = (text: string) =>
    text.replace(LINK, (_, id: string) => {
      const target = targets.get(id);
      if (target === undefined)
        throw broken(`(#operation/${id})`, 'a description links here, but there is no such operation.');
      return `(#/${target})`;
    });
  visit(contract as unknown as JsonObject, (part) => {
    if (typeof part.description === 'string') part.description = mend(part.description);
  });
}

/** A name as Redoc spells it in addresses within the page. */
export function slug(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-');
}
