import {
  broken,
  type Contract,
  type Example,
  isReference,
  type Json,
  type MediaType,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
} from '../openapi.js';
import type { PlacedOperation } from '../operations.js';

export interface ExampleBody {
  mediaType: string;
  value: Json;
  schema: Schema;
}

/** A parameter of a call with its value, before it is written into an address. */
export interface ParameterValue {
  readonly in: string;
  readonly name: string;
  readonly value: Json;
}

/** The example request of an operation: what the contract itself shows, with nothing made up. */
export interface ExampleRequest {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  /** Whether the caller's key goes with it. */
  needsKey: boolean;
  /** The path as the contract writes it, and what it, the query and the headers are filled with. */
  template: string;
  parameters: ParameterValue[];
  body?: ExampleBody;
}

export function exampleRequest(contract: Contract, entry: PlacedOperation): ExampleRequest {
  const { operation, method, parameters, pointer } = entry;
  const neededParameters = parameters.filter((parameter) => parameter.in === 'path' || parameter.required);
  const values = neededParameters.map((parameter) => [parameter, exampleOf(contract, parameter, pointer)] as const);

  let path = entry.path;
  for (const [parameter, value] of values) {
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
  }
  const query = values.filter(([parameter]) => parameter.in === 'query');
  if (query.length > 0)
    path += `?${query.map(([{ name }, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;

  const headers: [string, string][] = values
    .filter(([parameter]) => parameter.in === 'header')
    .map(([{ name }, value]) => [name, value]);
  const body =
    operation.requestBody && exampleBody(contract, resolve(contract, operation.requestBody).content, pointer);
  // A call that works without a key is shown without one: an empty bearer header would be refused.
  const schemes = operation.security ?? contract.security ?? [];
  const needsKey = schemes.length > 0 && schemes.every((scheme) => Object.keys(scheme).length > 0);
  return {
    method: method.toUpperCase(),
    path,
    headers,
    needsKey,
    template: entry.path,
    parameters: neededParameters.map((parameter) => ({
      in: parameter.in,
      name: parameter.name,
      value: parameterExample(contract, parameter, pointer),
    })),
    ...(body && { body }),
  };
}

/** The value of a parameter that the contract shows, as an address has it. */
export function exampleOf(contract: Contract, parameter: Parameter, pointer: string): string {
  const value = parameterExample(contract, parameter, pointer);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parameterExample(contract: Contract, parameter: Parameter, pointer: string): Json {
  const schema = parameter.schema && resolve(contract, parameter.schema);
  const value =
    parameter.example ?? first(contract, parameter.examples) ?? schema?.example ?? firstOf(schema?.examples);
  if (value === undefined) {
    throw broken(pointer, `its parameter '${parameter.name}' has no example, so no curl sample can be written.`);
  }
  return value;
}

function exampleBody(contract: Contract, content: Record<string, MediaType>, pointer: string): ExampleBody {
  const [offer] = Object.entries(content);
  if (!offer) throw broken(`${pointer}/requestBody`, 'it has no content.');
  const [mediaType, media] = offer;
  const schema = media.schema ? resolve(contract, media.schema) : {};
  // A file is sent as it is: there is nothing that an example could say about its bytes.
  const value = mediaType === 'application/octet-stream' ? null : (media.example ?? first(contract, media.examples));
  if (value === undefined) throw broken(`${pointer}/requestBody`, `its ${mediaType} body has no example.`);
  return { mediaType, value, schema };
}

function first(contract: Contract, examples: Record<string, Example | Reference> | undefined): Json | undefined {
  const [example] = Object.values(examples ?? {});
  if (!example) return undefined;
  return (isReference(example) ? resolve<Example>(contract, example) : example).value;
}

function firstOf(examples: Json | undefined): Json | undefined {
  return Array.isArray(examples) ? examples[0] : undefined;
}
