import { keysOf, type Method, placeOf, valueAt } from '../../openapi/walk.mjs';
import { ContractError } from '../codegen/contract-error.js';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json | undefined;
}

// The parts of OpenAPI that the reference changes or reads. Redocly has judged the rest before.

export interface Reference {
  $ref: string;
  description?: string;
}

export interface Schema extends JsonObject {
  description?: string;
  'x-extensible-enum'?: string[];
  'x-enumDescriptions'?: Record<string, string>;
  'x-enumStatuses'?: Record<string, number>;
  'x-expires-after-ms'?: number;
  'x-default-in-lockdown'?: number;
  'x-evidence'?: Evidence;
  'x-returned-in'?: string;
  'x-needs'?: string;
  'x-refusal'?: string;
  deprecated?: boolean;
}

export interface Example {
  summary?: string;
  value?: Json;
}

export interface MediaType {
  schema?: Schema | Reference;
  example?: Json;
  examples?: Record<string, Example | Reference>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  example?: Json;
  examples?: Record<string, Example | Reference>;
  schema?: Schema | Reference;
  description?: string;
  deprecated?: boolean;
}

export interface Response {
  description?: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Header {
  description?: string;
  example?: Json;
}

export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

export type Evidence = 'documented' | 'observed';

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, MediaType> } | Reference;
  responses?: Record<string, Response | Reference>;
  security?: Record<string, string[]>[];
  deprecated?: boolean;
  'x-evidence'?: Evidence;
  'x-older-path'?: string;
  'x-repeat-safe'?: boolean;
  'x-codeSamples'?: CodeSample[];
}

export type PathItem = { parameters?: (Parameter | Reference)[] } & Partial<Record<Method, Operation>>;

/** What running servers charge where no rule says otherwise. */
export interface RegularCredits {
  credits: number;
  per: string;
  operations?: string[];
  formats?: string[];
  description: string;
}

export interface CreditRule {
  id: string;
  operations?: string[];
  field?: string;
  value?: Json;
  least?: number;
  most?: number;
  per?: string;
  extra?: boolean;
  description: string;
}

export interface Server {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

export interface Contract {
  tags?: { name: string; description?: string }[];
  servers?: Server[];
  info: { title: string; description?: string };
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  security?: Record<string, string[]>[];
  components?: { schemas?: Record<string, Schema>; examples?: Record<string, Example> };
  'x-credit-rules'?: CreditRule[];
  'x-regular-credits'?: RegularCredits[];
}

/** The error of a contract that no reference can be made from: where, and what is wrong there. */
export function broken(place: string, reason: string): ContractError {
  return new ContractError(`${place}: ${reason}`);
}

/** The value that a JSON pointer such as `#/components/schemas/Error` leads to, or undefined where it leads nowhere. */
export function lookUp(contract: Contract, pointer: string): Json | undefined {
  return valueAt(contract, keysOf(pointer));
}

/** Follows a `$ref`, and whatever that leads to, until something stands there itself. */
export function resolve<T extends object>(contract: Contract, value: T | Reference): T {
  if (!isReference(value)) return value;
  const place = placeOf(contract, keysOf(value.$ref));
  if (!place) throw broken(value.$ref, 'a $ref points here, but nothing stands at this place.');
  return valueAt(contract, place);
}

export function isReference(value: object): value is Reference {
  return '$ref' in value && typeof value.$ref === 'string';
}
