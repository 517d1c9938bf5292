import type { StructuredItem } from '../page/data.js';

/** An item of structured data, such as a product, with the property names of schema.org. */
export type Entity = StructuredItem;

export function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOfType(entity: Entity, ...types: readonly string[]): boolean {
  return entity['@type'].some((type) => types.includes(type));
}

/** All values of a property. A page may write a single value with or without a list. */
export function valuesOf(entity: Entity | undefined, property: string): readonly unknown[] {
  const value = entity === undefined || !Object.hasOwn(entity, property) ? undefined : entity[property];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function entitiesOf(entity: Entity | undefined, ...properties: readonly string[]): Entity[] {
  return properties.flatMap((property) => valuesOf(entity, property).filter(isEntity));
}

/** The first value of a property as text; for an entity, its name. */
export function textOf(entity: Entity | undefined, ...properties: readonly string[]): string | undefined {
  for (const property of properties) {
    for (const value of valuesOf(entity, property)) {
      const text = asText(value);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (isEntity(value)) return asText(value['@value'] ?? value.name ?? value.url ?? value['@id']);
  return undefined;
}

/** Reads plain numbers and numbers with commas between thousands. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const text = asText(value)?.replace(/[\s\u00a0]/g, '');
  if (text === undefined) return undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replace(/,/g, ''));
  return /^-?\d+,\d{1,2}$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** `https://schema.org/InStock` and `schema:InStock` are both `InStock`. */
export function localName(name: string): string {
  return name.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
}
