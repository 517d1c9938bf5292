import type { Contract } from './openapi.js';
import { operations } from './operations.js';
import { PLACES } from './reference-page.js';
import type { FindableGuide } from './search-index.js';

/** A guide together with the operations that it is about. */
export interface LinkedGuide extends FindableGuide {
  operations: readonly string[];
}

/** Links every operation to the guides that link to its sample. */
export function addGuides(contract: Contract, guides: readonly LinkedGuide[]): void {
  for (const { operation } of operations(contract)) {
    const relatedGuides = guides.filter((guide) => guide.operations.includes(operation.operationId));
    if (relatedGuides.length === 0) continue;
    const links = relatedGuides.map(({ title, path }) => `[${title}](${PLACES.guides}${path})`);
    operation.description = `${operation.description ?? ''}\n\n> **Guide:** ${links.join(', ')}`;
  }
}
