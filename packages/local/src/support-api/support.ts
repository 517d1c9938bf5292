import { randomUUID } from 'node:crypto';
import type { SupportAnswer, SupportDocsAnswer } from '@trawl/client';
import { contract } from '../contract/contract.js';
import type { Stores } from '../store/stores.js';
import { type Facts, factsOf } from './facts.js';
import { createPassageSearch } from './passage-search.js';
import { enumDescriptions, type Passage } from './passages.js';
import { type Remedy, remedyFor } from './remedies.js';

/** The maximum number of passages in an answer. */
const MAX_PASSAGES = 5;

/** Answers questions with passages of the reference. It invents nothing and sends no test requests. */
export interface Support {
  /** `fields` are the other fields of the body, such as the parameters of the failed call. */
  ask(question: string, fields?: Readonly<Record<string, unknown>>): Promise<SupportAnswer>;
  searchDocs(question: string): Promise<SupportDocsAnswer>;
}

export function createSupport(stores: Pick<Stores, 'passages'>): Support {
  const search = createPassageSearch(stores);
  return {
    async ask(question, fields = {}) {
      const facts = factsOf(question, fields);
      const remedy = remedyFor(facts);
      const passages = await search(question, MAX_PASSAGES);
      const more = passages.filter(({ title }) => title !== facts.code);
      const answer = [meaningOf(facts), remedy?.advice, ...formatPassages(more)].filter(Boolean).join('\n');
      return {
        answer: answer || 'The reference says nothing about that.',
        confidence: confidenceOf(facts, remedy, passages),
        fixParameters: remedy?.fix ?? null,
        validation: { tested: false },
      };
    },
    async searchDocs(question) {
      const passages = await search(question, MAX_PASSAGES);
      return {
        requestId: randomUUID(),
        answer: formatPassages(passages).join('\n') || 'The reference says nothing about that.',
        evidence: passages.map(({ place, title }) => ({ pathOrUrl: `/reference${place}`, reason: title })),
      };
    },
  };
}

function meaningOf({ code }: Facts): string | undefined {
  const meaning = code && enumDescriptions(contract().components.schemas.ErrorCode)[code];
  return meaning && `${code}: ${meaning}`;
}

function formatPassages(passages: readonly Passage[]): string[] {
  return passages.map(({ title, text }) => `${title}: ${text.replace(/\s+/g, ' ')}`);
}

/** High for a known error code with a remedy, low when only words matched. */
function confidenceOf(
  { code }: Facts,
  remedy: Remedy | undefined,
  passages: readonly Passage[],
): 'high' | 'medium' | 'low' {
  if (code && remedy) return 'high';
  return remedy || (code && passages.length) ? 'medium' : 'low';
}
