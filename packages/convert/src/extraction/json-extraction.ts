import type { ErrorObject } from 'ajv';
import type { Entity } from './entity.js';
import { fill, type Schema } from './fill-schema.js';
import type { FormatResult, FormatWarning, PageFacts } from './page-facts.js';

/**
 * Fills the schema from the structured data and the meta tags of the page, matched to its properties by name.
 * It guesses nothing: when the page lacks a required property, the whole value is null.
 */
export async function makeJson(
  facts: PageFacts,
  { type, schema, prompt }: JsonOptions,
): Promise<FormatResult<unknown>> {
  if (schema === undefined || schema === null) {
    return failed('no schema', 'there is no schema');
  }
  const { compileSchema } = await import('./compile-schema.js');
  const validator = await compileSchema(schema);
  if ('unusable' in validator) return failed('unusable schema', validator.unusable);
  const value = fill(schema, [...facts.entities(), pageEntity(facts)]);
  if (Object.keys(value).length === 0) {
    return failed('no data', 'the structured data of the page have none of its properties');
  }
  const whole = validator.validate(value);
  if ('unchecked' in whole) return failed('unusable schema', whole.unchecked);
  if (whole.errors.length === 0) return prompt === undefined ? { value } : { value, warning: promptUnused(type) };

  const optional = withoutInvalid(value, whole.errors);
  if (optional === undefined) return failed('no data', reasons(whole.errors));
  const rest = validator.validate(optional.value);
  if ('unchecked' in rest) return failed('unusable schema', rest.unchecked);
  if (rest.errors.length > 0) return failed('no data', reasons(rest.errors));
  return {
    value: optional.value,
    warning: {
      code: 'partial',
      message: `\`json\` has no ${formatNames(optional.removed)}: what the page gives does not fit the schema.`,
    },
  };
}

interface JsonOptions {
  readonly type: 'json' | 'deterministicJson';
  readonly schema?: Schema | null | undefined;
  readonly prompt?: string | undefined;
}

function promptUnused(type: string): FormatWarning {
  const message = `\`${type}\` was filled from the structured data of the page by code: its prompt was not used.`;
  return { code: 'prompt unused', message };
}

function failed(code: FormatWarning['code'], reason: string): FormatResult<unknown> {
  return { value: null, warning: { code, message: `JSON extraction failed: ${reason}.` } };
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
