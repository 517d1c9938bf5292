import type { ErrorObject } from 'ajv';
import { compileSchema } from './compile-schema.js';
import type { Entity } from './entity.js';
import { fill, type Schema } from './fill-schema.js';
import type { FormatResult, PageFacts } from './page-facts.js';

/**
 * Fills the schema from the structured data and the meta tags of the page, matched to its properties by name.
 * It guesses nothing: when the page lacks a required property, the whole value is null.
 */
export async function makeJson(
  facts: PageFacts,
  { type, schema, prompt }: JsonOptions,
): Promise<FormatResult<unknown>> {
  if (schema === undefined || schema === null) {
    return failed(SCHEMA_MISSING[type]);
  }
  const validator = await compileSchema(schema);
  if ('unusable' in validator) return failed(validator.unusable);
  const value = fill(schema, [...facts.entities(), pageEntity(facts)]);
  if (Object.keys(value).length === 0) {
    return failed('the structured data of the page have none of its properties', DATA_MISSING[type]);
  }
  const whole = validator.validate(value);
  if ('unchecked' in whole) return failed(whole.unchecked);
  if (whole.errors.length === 0) return prompt === undefined ? { value } : { value, warning: PROMPT_UNUSED[type] };

  const optional = withoutInvalid(value, whole.errors);
  if (optional === undefined) return failed(reasons(whole.errors), DATA_MISSING[type]);
  const rest = validator.validate(optional.value);
  if ('unchecked' in rest) return failed(rest.unchecked);
  if (rest.errors.length > 0) return failed(reasons(rest.errors), DATA_MISSING[type]);
  return {
    value: optional.value,
    warning: `\`json\` has no ${formatNames(optional.removed)}: what the page gives does not fit the schema.`,
  };
}

interface JsonOptions {
  readonly type: 'json' | 'deterministicJson';
  readonly schema?: Schema | null;
  readonly prompt?: string;
}

const SCHEMA_MISSING = {
  json: 'without a schema it needs a language model, which this server does not have (--model-url)',
  deterministicJson: '`deterministicJson` asks no language model, so it needs a schema',
} as const;

const PROMPT_UNUSED = {
  json: '`json` was filled from the structured data of the page; its prompt needs a language model, which this server does not have (--model-url).',
  deterministicJson:
    '`deterministicJson` was filled from the structured data of the page by code: its prompt was not used.',
} as const;

/** What else could bring data that the page does not state as structured data. */
const DATA_MISSING = {
  json: ' To read them from its text, this server needs a language model (--model-url).',
  deterministicJson: '',
} as const;

function failed(reason: string, advice = ''): FormatResult<unknown> {
  return { value: null, warning: `JSON extraction failed: ${reason}.${advice}` };
}

/** Removes the properties that fail validation; returns undefined when there are none to remove. */
function withoutInvalid(
  value: unknown,
  errors: readonly ErrorObject[],
): { value: unknown; removed: string[] } | undefined {
  const copy: unknown = structuredClone(value);
  const removedPaths = new Set<string>();
  for (const { instancePath, keyword } of errors) {
    if (keyword === 'required' || instancePath === '') continue;
    const path = instancePath.slice(1).split('/').map(unescapePointer);
    const name = path.pop() ?? '';
    const parent = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), copy);
    if (!isRecord(parent) || Array.isArray(parent)) continue;
    delete parent[name];
    removedPaths.add(instancePath.slice(1).replaceAll('/', '.'));
  }
  return removedPaths.size > 0 ? { value: copy, removed: [...removedPaths] } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function reasons(errors: readonly ErrorObject[]): string {
  const missingPaths = errors.flatMap(({ keyword, params, instancePath }) => {
    const name: unknown = keyword === 'required' ? params.missingProperty : undefined;
    return typeof name === 'string' ? [`${instancePath.slice(1).replaceAll('/', '.')}.${name}`.replace(/^\./, '')] : [];
  });
  if (missingPaths.length > 0)
    return `the structured data of the page have no ${formatNames([...new Set(missingPaths)])}`;
  const [first] = errors;
  const location =
    first === undefined || first.instancePath === '' ? 'it' : `\`${first.instancePath.slice(1).replaceAll('/', '.')}\``;
  return `${location} ${first?.message ?? 'does not fit the schema'}`;
}

function formatNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Turns the meta tags of a page into an entity like those of its structured data. */
function pageEntity({ url, metadata }: PageFacts): Entity {
  const entries: [string, unknown][] = Object.entries(metadata).map(([name, value]) => [
    name.replace(/^(?:og|twitter|article|product|dc|dcterms):/i, ''),
    value,
  ]);
  // The page's own title and URL take precedence over those for social networks.
  return Object.fromEntries([
    ...entries.reverse(),
    ['url', metadata.canonical ?? url],
    ...(metadata.title === undefined ? [] : [['title', metadata.title]]),
    ['@type', ['WebPage']],
  ]) as Entity;
}
