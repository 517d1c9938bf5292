import type { Evidence } from '../page/data.js';
import { makeJson } from './json-extraction.js';
import type { PageFacts } from './page-facts.js';

/** Characters of structured data that a language model gets. */
const MAX_CHARACTERS = 6_000;

/** What the structured data of a page say, for a language model and instead of one. */
export async function evidenceOf(
  facts: PageFacts,
  schemas: readonly Readonly<Record<string, unknown>>[],
): Promise<Evidence> {
  const values: { value?: unknown }[] = [];
  for (const schema of schemas) {
    const { warning, value } = await makeJson(facts, { type: 'json', schema });
    values.push(warning === undefined && hasAll(schema, value) ? { value } : {});
  }
  // The structured data are not redacted, and nothing that the caller wants redacted may leave.
  return { data: facts.options.redactPII ? '' : boundedJson(facts.entities()), values };
}

function hasAll({ properties }: Readonly<Record<string, unknown>>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof properties !== 'object' || properties === null)
    return false;
  return Object.keys(properties).every((name) => Object.hasOwn(value, name));
}

/** As many of the first items as fit. */
function boundedJson(entities: readonly unknown[]): string {
  const texts: string[] = [];
  let length = 0;
  for (const entity of entities) {
    const text = JSON.stringify(entity);
    length += text.length;
    if (length > MAX_CHARACTERS) break;
    texts.push(text);
  }
  return texts.join('\n');
}
