import { asList, isObject, type Json, type JsonObject, objectOf, type Path, valueAt } from '../json.js';
import { referenceIn, resolved } from '../references.js';
import { type Kind, operationsOf, placeOf } from '../shape.js';
import { blockText, fieldText, keyText, typeText } from './type-text.js';

/** What stands at a step of a path. */
interface Step {
  kind: Kind;
  key: string;
  /** The value is undefined if nothing is there. */
  value: Json | undefined;
  /** The object that it stands in. */
  holder: JsonObject;
  /** The key of that object under which it stands. */
  parentKeyword: string;
  path: Path;
}

interface Declaration {
  text: string;
  /** The place that is declared so. */
  path: Path;
}

/**
 * What a client declares of a place of a contract, in TypeScript: the field, the type, the parameter, the body, the answer
 * or the operation that the place is part of. Undefined where nothing is declared, or nothing is there.
 */
export function declarationOf(root: JsonObject, path: Path): Declaration | undefined {
  const step = [...stepsTo(root, path)].findLast(isDeclared);
  if (!step || step.value === undefined) return undefined;
  const text = declared(root, step, objectOf(step.value));
  return text === undefined ? undefined : { text, path: step.path };
}

/** The parts of a contract that a path leads through, from the outside in, up to the first that is not there. */
function* stepsTo(root: JsonObject, path: Path): Generator<Step> {
  let [kind, holder]: [Kind, JsonObject] = ['root', root];
  for (let index = 0; index < path.length; ) {
    const parentKeyword = path[index] ?? '';
    const place = placeOf(kind, parentKeyword);
    if (!place) return;
    const length = 'one' in place ? 1 : 2;
    const key = path[index + length - 1];
    if (key === undefined) return;
    index += length;
    kind = 'one' in place ? place.one : 'map' in place ? place.map : place.list;
    const value = valueAt(holder, path.slice(index - length, index));
    yield { kind, key, value, holder, parentKeyword, path: path.slice(0, index) };
    if (value === undefined) return;
    holder = objectOf(value);
  }
}

function isDeclared({ kind, parentKeyword }: Step): boolean {
  if (kind === 'schema') return parentKeyword === 'schemas' || parentKeyword === 'properties';
  return ['parameter', 'header', 'requestBody', 'response', 'operation', 'pathItem'].includes(kind);
}

function declared(root: JsonObject, { kind, key, holder, parentKeyword }: Step, value: JsonObject): string | undefined {
  if (kind === 'schema') {
    if (parentKeyword === 'schemas') return `type ${key} = ${typeText(value)};`.replace(' \n', '\n');
    return fieldText(key, value, asList(holder.required ?? []).includes(key));
  }
  if (kind === 'parameter') return parameterText(root, value);
  if (kind === 'header') return fieldText(key, value.schema, value.required === true);
  if (kind === 'requestBody') return `requestBody${value.required === true ? '' : '?'}: ${contentText(value)};`;
  if (kind === 'response') return `${keyText(key)}: ${contentText(value)};`;
  if (kind === 'operation') return operationText(key, value);
  const operations = [...operationsOf(value)].map(([method, path]) =>
    operationText(method, objectOf(valueAt(value, path))),
  );
  return `${keyText(key)}: ${blockText(operations)};`;
}

function parameterText(root: JsonObject, written: JsonObject): string | undefined {
  const value = referenceIn(written) === undefined ? written : resolved(root, { value: written, path: [] })?.value;
  if (!isObject(value)) return undefined;
  const [content] = isObject(value.content) ? Object.values(value.content) : [];
  const schema = value.schema ?? (isObject(content) ? content.schema : undefined);
  const isRequired = value.required === true || value.in === 'path';
  return `${value.in}: { ${fieldText(String(value.name), schema, isRequired)} };`;
}

/** The types of a body by their media types. */
function contentText(written: JsonObject): string {
  const reference = referenceIn(written);
  if (reference !== undefined) return typeText(written);
  const types = isObject(written.content) ? Object.entries(written.content) : [];
  if (types.length === 0) return 'never';
  return blockText(types.map(([type, media]) => fieldText(type, isObject(media) ? media.schema : undefined, true)));
}

function operationText(method: string, { operationId }: JsonObject): string {
  const name = operationId === undefined ? '{ … }' : `operations[${JSON.stringify(operationId)}]`;
  return `${keyText(method)}: ${name};`;
}
