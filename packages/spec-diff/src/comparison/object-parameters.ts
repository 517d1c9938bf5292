import { asList, isObject, type JsonObject, objectOf } from '../json.js';
import { type Place, resolved } from '../references.js';
import { at, below } from './places.js';

/** What is compared of a parameter, which may be a field of another one. */
export interface ParameterParts {
  /** The parameter, or the one that is the object. */
  whole: Place;
  schema: Place;
  isRequired: Place;
}

/**
 * The fields of a parameter that are written like parameters of their own, by the names of these: `?a=1&b=2` of an exploded
 * object, and `?filter[a]=1` of a deep one. Empty for all other parameters.
 */
export function spreadFields(root: JsonObject, whole: Place): Map<string, ParameterParts> {
  const parameter = objectOf(whole.value);
  const schema = resolved(root, at(whole, 'schema'));
  const nameOf = writtenNames(parameter);
  if (!nameOf || !schema || !isObject(schema.value) || asList(schema.value.type).join() !== 'object') return new Map();
  const { required } = schema.value;
  const properties = at(schema, 'properties');
  return new Map(
    Object.keys(objectOf(properties.value)).map((name): [string, ParameterParts] => {
      const isRequired = parameter.required === true && asList(required).includes(name);
      return [
        nameOf(name),
        {
          whole,
          schema: at(properties, name),
          isRequired: below(whole, 'required', isRequired ? true : undefined),
        },
      ];
    }),
  );
}

function writtenNames({ in: location, style, explode, name }: JsonObject): ((field: string) => string) | undefined {
  if (location !== 'query') return undefined;
  if (style === 'form' && explode === true) return (field) => field;
  return style === 'deepObject' ? (field) => `${name}[${field}]` : undefined;
}
