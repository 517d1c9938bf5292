import { getElementsByTagName, textContent } from 'domutils';
import type { DocumentBudget } from './budget.js';
import type { DocumentFacts } from './document-html.js';
import { parseXml } from './xml.js';

/** Reads the metadata of an office file. Word and OpenDocument share most of its names. */
export function factsOf(xml: Uint8Array | undefined, budget: DocumentBudget): DocumentFacts {
  if (!xml) return {};
  const document = parseXml(xml, budget);
  const first = (...names: string[]) => {
    const texts = names
      .flatMap((name) => getElementsByTagName(name, document, true, 1))
      .map((node) => textContent(node));
    return texts.find(Boolean);
  };
  return {
    title: first('dc:title'),
    author: first('dc:creator', 'meta:initial-creator'),
    description: first('dc:description', 'dc:subject'),
    keywords: first('cp:keywords', 'meta:keyword'),
    language: first('dc:language'),
    createdAt: first('dcterms:created', 'meta:creation-date'),
    modifiedAt: first('dcterms:modified', 'dc:date'),
    subject: first('dc:subject'),
    type: first('dc:type'),
  };
}
