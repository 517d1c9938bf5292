import { asList, type Json, type JsonObject, objectOf } from '../json.js';
import { canonicalMediaType } from '../media-type.js';
import { type Place, type Roots, resolved } from '../references.js';
import { at, entriesOf } from './places.js';

/** Keywords that say how the parts of a body are serialized: by their names, in their order, and all of the rest. */
export const ENCODINGS = ['encoding', 'prefixEncoding', 'itemEncoding'];

/** How a part of a body is serialized, before and after. */
export interface EncodingPair {
  before: Place;
  after: Place;
}

/** What a body says under the name of its media type. */
export interface Body {
  type: string;
  media: Place;
}

export interface EncodingPairs {
  pairs: EncodingPair[];
  /** The encodings of fields that came or went with them. */
  removed: Place[];
  added: Place[];
}

/** Keywords by which a part is serialized like a parameter of a query, and not by its media type. */
const AS_PARAMETER = ['style', 'explode', 'allowReserved'];

/** The encodings of two bodies, with what holds where they say nothing. Other media types than those of forms have none. */
export function encodingPairs(roots: Roots, before: Body, after: Body): EncodingPairs {
  const sides = { before: new FormBody(roots.before, before), after: new FormBody(roots.after, after) };
  const found: EncodingPairs = { pairs: [], removed: [], added: [] };
  if (!sides.before.isForm || !sides.after.isForm) return found;
  for (const id of new Set([...sides.before.encodings.keys(), ...sides.after.encodings.keys()])) {
    const [own, other] = [sides.before.encodings.get(id), sides.after.encodings.get(id)];
    const [had, has] = [sides.before.mayHave(id), sides.after.mayHave(id)];
    if (own && !has) found.removed.push(own);
    else if (other && !had) found.added.push(other);
    else
      found.pairs.push({
        before: sides.before.complete(id, own ?? other),
        after: sides.after.complete(id, other ?? own),
      });
  }
  return found;
}

/** A body of several parts. */
class FormBody {
  readonly isForm: boolean;
  readonly encodings: ReadonlyMap<string, Place>;
  readonly #isMultipart: boolean;
  readonly #root: JsonObject;
  readonly #schema: JsonObject;

  constructor(root: JsonObject, { type, media }: Body) {
    this.#isMultipart = type.startsWith('multipart/');
    this.isForm = this.#isMultipart || type.startsWith('application/x-www-form-urlencoded');
    this.encodings = encodingsOf(media);
    this.#root = root;
    this.#schema = objectOf(resolved(root, at(media, 'schema'))?.value);
  }

  /** Whether the body can have a part. One whose fields are not named may have any. */
  mayHave(id: string): boolean {
    const fields = objectOf(this.#schema.properties);
    const name = fieldName(id);
    return name === undefined || Object.keys(fields).length === 0 || Object.hasOwn(fields, name);
  }

  /** An encoding with what holds where it says nothing. `place` is that of the other side, if this one has none. */
  complete(id: string, place: Place | undefined): Place {
    const own = this.encodings.get(id);
    const { headers, ...said } = objectOf(own?.value);
    const value = { ...this.#effective(said, id), ...(headers !== undefined && this.#isMultipart && { headers }) };
    return { ...(own ?? place ?? { path: [] }), value };
  }

  #effective(said: JsonObject, id: string): JsonObject {
    const { contentType, style, explode, allowReserved, ...rest } = said;
    const isLikeParameter = !this.#isMultipart || AS_PARAMETER.some((keyword) => keyword in said);
    if (isLikeParameter) {
      const shown = style ?? 'form';
      const serialization = { style: shown, allowReserved: allowReserved ?? false };
      const isOneValue = isScalar(this.#fieldOf(id));
      const spread = isOneValue ? {} : { explode: explode ?? shown === 'form' };
      const isByType = contentType !== undefined && !AS_PARAMETER.some((keyword) => keyword in said);
      return { ...rest, ...serialization, ...spread, ...(isByType && { contentType }) };
    }
    const type = contentType ?? mediaTypeOf(this.#fieldOf(id));
    return { ...rest, ...(typeof type === 'string' && { contentType: listOfTypes(type) }) };
  }

  #fieldOf(id: string): JsonObject {
    const name = fieldName(id);
    const value = name === undefined ? undefined : objectOf(this.#schema.properties)[name];
    return objectOf(resolved(this.#root, { value, path: [] })?.value);
  }
}

const NAME = 'name ';

function fieldName(id: string): string | undefined {
  return id.startsWith(NAME) ? id.slice(NAME.length) : undefined;
}

function encodingsOf(media: Place): Map<string, Place> {
  const named = at(media, 'encoding');
  const items = at(media, 'itemEncoding');
  const names = Object.keys(objectOf(named.value));
  const inOrder = entriesOf(media, 'prefixEncoding', asList(at(media, 'prefixEncoding').value));
  return new Map<string, Place>([
    ...names.map((name) => [`${NAME}${name}`, at(named, name)] as const),
    ...inOrder.map((place, index) => [`position ${index}`, place] as const),
    ...(items.value === undefined ? [] : [['items', items] as const]),
  ]);
}

/** Media types between commas, each in the one way to write it. */
function listOfTypes(written: string): string {
  return written.split(',').map(canonicalMediaType).sort().join(', ');
}

/** Whether all values are written in one piece, so that nothing can be spread. */
export function isScalar({ type }: JsonObject): boolean {
  const types = asList(type);
  return types.length > 0 && types.every((each) => each !== 'array' && each !== 'object');
}

/** The media type of a part that names none. */
function mediaTypeOf({ type, format, contentEncoding, items }: JsonObject): Json | undefined {
  const [own, ...others] = asList(type).filter((each) => each !== 'null');
  if (others.length > 0 || own === undefined) return undefined;
  if (own === 'object') return 'application/json';
  if (own === 'array') return mediaTypeOf(objectOf(items));
  const isBinary = own === 'string' && (format === 'binary' || format === 'byte' || contentEncoding !== undefined);
  return isBinary ? 'application/octet-stream' : 'text/plain';
}
