import { asList, isObject, type Json, type JsonObject, stableText } from '../json.js';
import { type Place, resolved } from '../references.js';
import { sameMeaning } from '../same-meaning.js';
import { type Alternative, alternativesOf, isBesideChoice, speaksOf } from './alternatives.js';

const LEAST = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];
const MOST = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];
const STRUCTURE = ['type', 'enum', 'required', 'properties', 'additionalProperties', 'items', 'x-extensible-enum'];

/** Formats of numbers, each with those that hold all of its values. */
const WIDER_FORMATS: Record<string, readonly string[]> = { int32: ['int64'], float: ['double'] };

/** Whether a format takes all that another one takes. */
export function isWiderFormat(narrow: Json | undefined, wide: Json | undefined): boolean {
  return wide === undefined || narrow === wide || (WIDER_FORMATS[String(narrow)] ?? []).includes(String(wide));
}

/**
 * Tells whether all that one schema takes is taken by another one. Of objects, more is asked than by JSON Schema: a field
 * that the old one of the two names has to be known by the new one, because a field that is silently ignored, or no
 * longer there, is missed. Where that cannot be told, the answer is no.
 */
export class Coverage {
  readonly #narrow: JsonObject;
  readonly #wide: JsonObject;
  /** Which of the two documents is the old one. */
  readonly #old: 'narrow' | 'wide';
  readonly #known = new Map<Json, Map<Json, boolean>>();

  constructor(narrow: JsonObject, wide: JsonObject, old: 'narrow' | 'wide') {
    this.#narrow = narrow;
    this.#wide = wide;
    this.#old = old;
  }

  /** Whether whatever one schema takes is taken by one of several. */
  isAmong(narrow: Alternative, wide: readonly Alternative[]): boolean {
    return wide.some((each) => this.#keywords(narrow.value, each.value));
  }

  #isCovered(narrow: Json | undefined, wide: Json | undefined): boolean {
    if (wide === undefined || wide === true) return true;
    if (narrow === undefined) return this.#isCovered({}, wide);
    if (narrow === false) return true;
    const known = this.#known.get(narrow) ?? new Map<Json, boolean>();
    this.#known.set(narrow, known);
    const answer = known.get(wide);
    if (answer !== undefined) return answer;
    // What recurs is covered unless something in it is not.
    known.set(wide, true);
    const isCovered = this.#alternatives(this.#place(narrow), this.#place(wide));
    known.set(wide, isCovered);
    return isCovered;
  }

  #place(value: Json): Place {
    return { value, path: [] };
  }

  #alternatives(narrow: Place, wide: Place): boolean {
    const target = resolved(this.#wide, wide)?.value;
    if (isObject(target) && Object.keys(target).every(isBesideChoice)) return true;
    const others = alternativesOf(this.#wide, wide);
    const own = alternativesOf(this.#narrow, narrow);
    return own.length > 0 && own.every((each) => this.isAmong(each, others));
  }

  #keywords(narrow: JsonObject, wide: JsonObject): boolean {
    const types = asList(narrow.type ?? []);
    const asked = Object.keys(wide).filter((keyword) => !isBesideChoice(keyword) && speaksOf(keyword, types));
    if (asked.length === 0) return true;
    return (
      this.#types(narrow, wide) &&
      this.#fields(narrow, wide) &&
      asked.every((keyword) => STRUCTURE.includes(keyword) || this.#holds(keyword, narrow, wide))
    );
  }

  #types(narrow: JsonObject, wide: JsonObject): boolean {
    const [types, allowed] = [asList(narrow.type ?? []), asList(wide.type ?? [])];
    const fits = (type: Json) => allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
    if (wide.type !== undefined && (types.length === 0 || !types.every(fits))) return false;
    if (wide.enum !== undefined) {
      const values = asList(wide.enum).map(stableText);
      if (narrow.enum === undefined || !asList(narrow.enum).every((value) => values.includes(stableText(value)))) {
        return false;
      }
    }
    return types.includes('array') && wide.items !== undefined ? this.#isCovered(narrow.items, wide.items) : true;
  }

  #fields(narrow: JsonObject, wide: JsonObject): boolean {
    const [own, others] = [fieldsOf(narrow), fieldsOf(wide)];
    const required = asList(narrow.required ?? []);
    if (!asList(wide.required ?? []).every((name) => required.includes(name))) return false;
    const [isClosed, rest] = [narrow.additionalProperties === false, wide.additionalProperties];
    const ofOwn = Object.entries(own).every(([name, field]) => {
      if (Object.hasOwn(others, name)) return this.#isCovered(field, others[name]);
      if (rest === false) return false;
      return isObject(rest) ? this.#isCovered(field, rest) : this.#old === 'wide' || Object.keys(others).length === 0;
    });
    const ofOthers = Object.keys(others).every((name) => Object.hasOwn(own, name) || this.#old === 'narrow');
    if (rest === false) return ofOwn && ofOthers && isClosed;
    const ofRest = isObject(rest) ? isClosed || this.#isCovered(narrow.additionalProperties, rest) : true;
    return ofOwn && ofOthers && ofRest;
  }

  #holds(keyword: string, narrow: JsonObject, wide: JsonObject): boolean {
    const [own, other] = [narrow[keyword], wide[keyword]];
    const values = Array.isArray(narrow.enum) ? narrow.enum : undefined;
    if (LEAST.includes(keyword)) return typeof own === 'number' && own >= Number(other);
    if (MOST.includes(keyword)) return typeof own === 'number' && own <= Number(other);
    if (keyword === 'multipleOf') return typeof own === 'number' && own % Number(other) === 0;
    if (keyword === 'format') return own !== undefined && isWiderFormat(own, other);
    if (keyword === 'pattern') return own === other || (values?.every((value) => fits(value, String(other))) ?? false);
    if (keyword === 'anyOf' || keyword === 'oneOf') {
      return asList(other).some((member) => this.#isCovered(narrow, member)) || this.#isSame(keyword, narrow, wide);
    }
    return own !== undefined && this.#isSame(keyword, narrow, wide);
  }

  #isSame(keyword: string, narrow: JsonObject, wide: JsonObject): boolean {
    const only = (schema: JsonObject): JsonObject => (keyword in schema ? { [keyword]: schema[keyword] ?? null } : {});
    return sameMeaning(
      { root: this.#narrow, value: only(narrow) },
      { root: this.#wide, value: only(wide) },
      { words: false },
    );
  }
}

function fieldsOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function fits(value: Json, pattern: string): boolean {
  try {
    return typeof value === 'string' && new RegExp(pattern, 'u').test(value);
  } catch {
    // JSON Schema asks for patterns of ECMA-262; of others nothing is known.
    return false;
  }
}
