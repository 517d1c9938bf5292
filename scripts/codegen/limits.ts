import type { OpenAPI3 } from 'openapi-typescript';
import { resolveSchema } from '../../openapi/walk.mjs';
import type { Node } from './request-schemas.js';

/** The keywords, in the order in which a comment names them. */
const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];

/**
 * The contract with the limits of its fields and parameters in their descriptions, as tags: types do not know numbers,
 * but the editor of somebody who writes a request should.
 */
export function describeLimits(contract: OpenAPI3): OpenAPI3 {
  return described(contract) as OpenAPI3;

  function described(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(described);
    if (typeof value !== 'object' || value === null) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, node]) => [key, described(node)]));
    // A mere reference shows the words of what it refers to, in which its limits stand already.
    const tags = '$ref' in value && !('description' in value) ? [] : tagsOf(value as Node);
    if (tags.length === 0) return inner;
    const words = String(inner.description ?? '').trimEnd();
    return { ...inner, description: [...(words ? [words] : []), ...tags].join('\n') };
  }

  function tagsOf(node: Node): string[] {
    // The limits of a parameter stand in its schema, and so does its default, which those of fields need not be told.
    const [schema, keywords] = 'in' in node ? [node.schema as Node, [...LIMITS, 'default']] : [node, LIMITS];
    const facts = schema ? resolveSchema(contract, schema) : {};
    return keywords.flatMap((keyword) => (isFact(facts[keyword]) ? [`@${keyword} ${facts[keyword]}`] : []));
  }
}

/** Whether a value is that of a keyword: a field that has the name of a keyword has a schema as its value. */
const isFact = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';
