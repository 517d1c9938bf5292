import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { Contract, Json, Reference, Schema } from '../openapi.js';

/** The faults of a value, each after its path, in words: `.limit: 0 is less than 1.` */
export function violations(contract: Contract, value: Json, schema: Schema | Reference): string[] {
  // Without the examples, whose ids the validator takes for those of schemas.
  const components = { schemas: contract.components?.schemas };
  const root = { ...schema, components } as ConstructorParameters<typeof Validator>[0];
  const { errors } = new Validator(root, '2020-12', false).validate(value);
  const faults = faultsOf(errors);
  const deepest = Math.max(...faults.map(({ path }) => path.split('/').length));
  const causes = faults.filter(({ path }) => path.split('/').length === deepest);
  // A value that is none of several words is no object either; the words help.
  const words = causes.filter(({ isChoice }) => isChoice);
  const told = (words.length > 0 ? words : causes).map(({ path, text }) => `${path.replaceAll('/', '.')}: ${text}`);
  return [...new Set(told)].slice(0, 5);
}

interface Fault {
  /** With a slash before each name; empty for the value itself. */
  readonly path: string;
  readonly text: string;
  readonly isChoice: boolean;
}

/** Says only that something within it is wrong, which is an error of its own. */
const COMPOSITES = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'properties',
  'items',
  'dependentSchemas',
  'if',
  'false',
]);

const UNKNOWN = new Set(['additionalProperties', 'unevaluatedProperties']);

function faultsOf(errors: readonly OutputUnit[]): Fault[] {
  // The kinds of object that the value says by its type that it is not.
  const otherKinds = errors
    .map(({ keywordLocation }) => /^(.*\/(?:oneOf|anyOf)\/.*)\/properties\/type\/const$/.exec(keywordLocation)?.[1])
    .filter((kind) => kind !== undefined);
  const isMeant = ({ keywordLocation }: OutputUnit) =>
    !otherKinds.some((kind) => keywordLocation.startsWith(`${kind}/`));
  const meant = errors.filter(isMeant);
  const known = meant
    .filter(({ keyword }) => !COMPOSITES.has(keyword) && !UNKNOWN.has(keyword))
    .map(({ keyword, instanceLocation, error }): Fault => {
      const path = instanceLocation.slice(1);
      const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined;
      if (missing !== undefined) return { path: `${path}/${missing}`, text: 'it is required.', isChoice: false };
      return { path, text: inWords(keyword, error), isChoice: keyword === 'enum' };
    });
  const unknown = meant
    .filter(({ keyword }) => UNKNOWN.has(keyword))
    .map(({ instanceLocation, error }) => `${instanceLocation.slice(1)}/${/"(.*?)"/.exec(error)?.[1]}`)
    // What is wrong otherwise was not evaluated for that reason.
    .filter((path) => !known.some((fault) => fault.path === path || fault.path.startsWith(`${path}/`)))
    .map((path): Fault => ({ path, text: 'there is no such field.', isChoice: false }));
  const faults = [
    ...known,
    ...unknown.filter(({ path }, _, all) => !all.some((other) => other.path.startsWith(`${path}/`))),
  ];
  if (faults.length > 0 || errors.length === 0) return faults;
  const kinds = errors.filter(({ keyword }) => keyword === 'const');
  return kinds.map(({ instanceLocation, error }) => ({
    path: instanceLocation.slice(1),
    text: `it has to be ${/match (.*)\.$/.exec(error)?.[1]}, or another known type.`,
    isChoice: false,
  }));
}

function inWords(keyword: string, error: string): string {
  const [, found, wanted] = /^Instance type "(\w+)" is invalid\. Expected "(.*)"\.$/.exec(error) ?? [];
  if (found !== undefined) return `it is a ${found}, and has to be ${wanted?.replaceAll('", "', ' or ')}.`;
  if (keyword === 'enum') return `it has to be one of ${/\[(.*)\]/.exec(error)?.[1]?.replaceAll(',', ', ')}.`;
  return error;
}
