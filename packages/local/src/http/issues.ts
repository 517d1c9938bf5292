import type { ErrorObject } from 'ajv';
import { propertiesOf, resolved, type Schema, type SchemaObject } from './contract.js';
import { custom, type Issue, isObject, kindOf, noVariant, ofValue, pathOf } from './issue.js';

interface Explaining {
  /** Validates a part against the branch of a union that it means. */
  explain(schema: Schema, value: unknown): Issue[] | undefined;
}

/** What the findings of the schema compiler mean to the sender of a request. */
export function issuesOf(errors: readonly ErrorObject[], { explain }: Explaining): Issue[] {
  const unions = errors.filter(isUnion);
  const conditions = errors.filter(({ keyword }) => keyword === 'if');
  const unknownKeys = new Map<string, string[]>();
  const issues: Issue[] = [];
  for (const error of errors) {
    if (isUnion(error)) {
      // Of unions at one place the outermost is reported last.
      const around = unions.slice(unions.indexOf(error) + 1);
      if (!around.some((outer) => isWithin(error, outer))) issues.push(...ofUnion(error, explain));
    } else if (unions.some((union) => isWithin(error, union))) {
      // Of a branch: the branch that was meant speaks for itself.
    } else if (error.keyword === 'enum' && isOfAnotherType(error, errors)) {
      // Of the wrong type, which is said already.
    } else if (error.keyword === 'propertyNames' || isUnfitUrl(error, errors)) {
      // What is wrong with the name, or with the protocol, says it.
    } else if (conditions.some((condition) => condition !== error && isOfCondition(error, condition))) {
      // The condition as a whole says it in a sentence.
    } else if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
      const key = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
      // A part of an `allOf` that fails does not tell which keys it knows.
      if (Object.hasOwn(propertiesOf(error.parentSchema as SchemaObject), key)) continue;
      unknownKeys.set(error.instancePath, [...new Set([...(unknownKeys.get(error.instancePath) ?? []), key])]);
    } else {
      issues.push(...ofValue(error));
    }
  }
  for (const [place, keys] of unknownKeys) {
    const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${keys.map((key) => `"${key}"`).join(', ')}`;
    issues.push({ code: 'unrecognized_keys', keys, path: pathOf(place), message });
  }
  // Each part of an `allOf` finds the same wrong.
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/** Unions stand alone in the contract: what is wrong at their place is wrong in one of their branches. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

function isOfAnotherType(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === error.instancePath);
}

/** A text that is no URL has no protocol either. */
function isUnfitUrl({ keyword, instancePath }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const isPattern = (other: ErrorObject) => other.keyword === 'pattern' && other.instancePath === instancePath;
  return keyword === 'format' && errors.some(isPattern);
}

function isOfCondition(error: ErrorObject, condition: ErrorObject): boolean {
  return error.instancePath.startsWith(condition.instancePath) && error.schemaPath.includes('/then/');
}

function ofUnion(error: ErrorObject, explain: Explaining['explain']): Issue[] {
  const path = pathOf(error.instancePath);
  const branches = flattened(error.schema as readonly Schema[]);
  const type = isObject(error.data) ? error.data.type : undefined;
  const types = branches.map(constOf).filter((value) => value !== undefined);
  if (isNoneOf(branches, types, error.data)) return [noVariant(path, types)];
  const meant = branches.filter((branch) => fitsKind(branch, error.data));
  const chosen = meant.filter((branch) => typeof type === 'string' && constOf(branch) === type);
  const candidates = chosen.length > 0 ? chosen : meant.every((branch) => constOf(branch) === undefined) ? meant : [];
  const begun = candidates.filter((branch) =>
    requiredOf(branch).some((key) => isObject(error.data) && key in error.data),
  );
  if (candidates.length > 1 && begun.length === 0 && isObject(error.data)) {
    const keys = candidates.flatMap(requiredOf);
    return [
      custom(
        path,
        `Either ${keys
          .sort()
          .map((key) => `'${key}'`)
          .join(' or ')} must be provided.`,
      ),
    ];
  }
  for (const branch of begun.length > 0 ? begun : candidates) {
    const found = explain(branch, error.data);
    if (found) return found.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  }
  const message = `Invalid input: expected ${[...new Set(branches.flatMap(kindsOf))].join(' or ')}, received ${kindOf(error.data)}`;
  return [{ code: 'invalid_union', errors: [], path, message }];
}

/** Whether it names something that none of the branches is about. */
function isNoneOf(branches: readonly SchemaObject[], types: readonly unknown[], data: unknown): boolean {
  if (types.length === 0) return false;
  if (isObject(data)) return !types.includes(data.type);
  return typeof data === 'string' && ![...types, ...branches.flatMap((branch) => branch.enum ?? [])].includes(data);
}

function flattened(branches: readonly Schema[]): SchemaObject[] {
  return branches.flatMap((branch) => {
    if (typeof branch === 'boolean') return [];
    const schema = resolved(branch);
    const inner = schema.oneOf ?? schema.anyOf;
    return inner ? flattened(inner) : [schema];
  });
}

function constOf(branch: SchemaObject): unknown {
  const type = branch.properties?.type;
  return typeof type === 'object' ? type.const : undefined;
}

function requiredOf(branch: SchemaObject): string[] {
  const required = (branch.required ?? []) as readonly string[];
  return required.filter((key) => key !== 'type' || constOf(branch) === undefined);
}

function kindsOf(branch: SchemaObject): string[] {
  return [branch.type ?? 'object'].flat();
}

function fitsKind(branch: SchemaObject, data: unknown): boolean {
  const kind = kindOf(data);
  if (!kindsOf(branch).some((name) => name === kind || (name === 'integer' && kind === 'number'))) return false;
  if (!Array.isArray(data) || data.length === 0 || typeof branch.items !== 'object') return true;
  return flattened([branch.items]).some((item) => fitsKind(item, data[0]));
}
