import { asList, isObject, type Json, type JsonObject, stableText } from '../json.js';
import { appliesToType, SUBSCHEMAS, strictnessOf } from '../keywords/keywords.js';
import { type Place, resolved } from '../references.js';
import { sameMeaning } from '../same-meaning.js';
import { isBesideUnion, type Member, marksOf, membersOf, slicesOf, UNIONS } from './members.js';

/** Keywords that are looked at together, by the functions below. */
const STRUCTURE = ['type', 'enum', 'required', 'properties', 'additionalProperties', 'items', 'x-extensible-enum'];

/** How deep schemas may be nested in each other of which it is told. */
const DEEPEST = 100;

/**
 * Tells whether all values of one schema are values of another one. Of objects, more is asked than by JSON Schema: a field
 * that the older of the two names has to be known by the newer one, because a field that is silently ignored, or no
 * longer there, is missed. Where that cannot be told, the answer is no.
 */
export class Containment {
  readonly #narrow: JsonObject;
  readonly #wide: JsonObject;
  /** Which of the two documents is the older one. */
  readonly #older: 'narrow' | 'wide';
  readonly #known = new Map<Json, Map<Json, boolean>>();
  #depth = 0;

  constructor(narrow: JsonObject, wide: JsonObject, older: 'narrow' | 'wide') {
    this.#narrow = narrow;
    this.#wide = wide;
    this.#older = older;
  }

  /** Whether each value of a member is a value of one of several others. */
  isAmong(narrow: Member, wide: readonly Member[]): boolean {
    if (wide.some((each) => this.isWithin(narrow, each))) return true;
    const slices = slicesOf(narrow, wide);
    return slices.length > 1 && slices.every((slice) => wide.some((each) => this.isWithin(slice, each)));
  }

  /**
   * The same, where a field tells the members apart and the values stand in a member of the same mark. Of objects that
   * nothing tells apart, it is not known which of the members a program takes them for.
   */
  isMarkedAmong(narrow: Member, wide: readonly Member[]): boolean {
    if (narrow.value.type !== 'object') return this.isAmong(narrow, wide);
    return slicesOf(narrow, wide).every((slice) => {
      const marks = marksOf(slice.value);
      const alike = wide.filter((each) => {
        const others = marksOf(each.value);
        return Object.keys(marks).some((name) => others[name] === marks[name]);
      });
      return alike.some((each) => this.isWithin(slice, each));
    });
  }

  /** Whether each value of a member is one of another member; not known of a union that is a member as a whole. */
  isWithin(narrow: Member, wide: Member): boolean {
    if (narrow.isWhole || wide.isWhole) return false;
    return this.#keywords(narrow.value, wide.value);
  }

  #isContained(narrow: Json | undefined, wide: Json | undefined): boolean {
    if (wide === undefined || wide === true) return true;
    if (narrow === undefined) return this.#isContained({}, wide);
    if (narrow === false) return true;
    const known = this.#known.get(narrow) ?? new Map<Json, boolean>();
    this.#known.set(narrow, known);
    const answer = known.get(wide);
    if (answer !== undefined) return answer;
    // A schema that recurs is contained unless something in it is not.
    known.set(wide, true);
    this.#depth++;
    const isContained = this.#depth <= DEEPEST && this.#members({ value: narrow, path: [] }, { value: wide, path: [] });
    this.#depth--;
    known.set(wide, isContained);
    return isContained;
  }

  #members(narrow: Place, wide: Place): boolean {
    const target = resolved(this.#wide, wide)?.value;
    if (isObject(target) && Object.keys(target).every(isBesideUnion)) return true;
    const [own, others] = [membersOf(this.#narrow, narrow), membersOf(this.#wide, wide)];
    return own.length > 0 && own.every((each) => this.isAmong(each, others));
  }

  #keywords(narrow: JsonObject, wide: JsonObject): boolean {
    const types = asList(narrow.type);
    const asked = Object.keys(wide).filter((keyword) => !isBesideUnion(keyword) && appliesToType(keyword, types));
    if (asked.length === 0) return true;
    return (
      this.#types(narrow, wide) &&
      this.#fields(narrow, wide) &&
      asked.every((keyword) => STRUCTURE.includes(keyword) || this.#holds(keyword, narrow, wide))
    );
  }

  #types(narrow: JsonObject, wide: JsonObject): boolean {
    const [types, allowed] = [asList(narrow.type), asList(wide.type)];
    const fits = (type: Json) => allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
    if (wide.type !== undefined && (types.length === 0 || !types.every(fits))) return false;
    if (wide.enum !== undefined) {
      const values = asList(wide.enum).map(stableText);
      if (narrow.enum === undefined || !asList(narrow.enum).every((value) => values.includes(stableText(value))))
        return false;
    }
    return types.includes('array') && wide.items !== undefined ? this.#isContained(narrow.items, wide.items) : true;
  }

  #fields(narrow: JsonObject, wide: JsonObject): boolean {
    const [own, others] = [fieldsOf(narrow), fieldsOf(wide)];
    const required = asList(narrow.required);
    if (!asList(wide.required).every((name) => required.includes(name))) return false;
    const [isClosed, rest] = [narrow.additionalProperties === false, wide.additionalProperties];
    const areOwnKnown = Object.entries(own).every(([name, field]) => {
      if (Object.hasOwn(others, name)) return this.#isContained(field, others[name]);
      if (rest === false) return false;
      if (isObject(rest)) return this.#isContained(field, rest);
      return this.#older === 'wide' || Object.keys(others).length === 0;
    });
    const areOthersKnown = Object.keys(others).every((name) => Object.hasOwn(own, name) || this.#older === 'narrow');
    if (rest === false) return areOwnKnown && areOthersKnown && isClosed;
    const isRestContained = isObject(rest) ? isClosed || this.#isContained(narrow.additionalProperties, rest) : true;
    return areOwnKnown && areOthersKnown && isRestContained;
  }

  #holds(keyword: string, narrow: JsonObject, wide: JsonObject): boolean {
    const [own, other] = [narrow[keyword], wide[keyword]];
    if (UNIONS.includes(keyword)) {
      return asList(other).some((member) => this.#isContained(narrow, member)) || this.#isSame(keyword, narrow, wide);
    }
    if (keyword === 'pattern' && own !== other) {
      return Array.isArray(narrow.enum) && narrow.enum.every((value) => fits(value, String(other)));
    }
    if (own === undefined) return false;
    if (this.#isSame(keyword, narrow, wide)) return true;
    return !SUBSCHEMAS.has(keyword) && strictnessOf(keyword)?.(other, own) === 'stricter';
  }

  #isSame(keyword: string, narrow: JsonObject, wide: JsonObject): boolean {
    const only = (schema: JsonObject): JsonObject => (keyword in schema ? { [keyword]: schema[keyword] ?? null } : {});
    return sameMeaning(
      { root: this.#narrow, value: only(narrow) },
      { root: this.#wide, value: only(wide) },
      { annotations: false },
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
    // JSON Schema asks for patterns of ECMA-262, and nothing is known about others.
    return false;
  }
}
