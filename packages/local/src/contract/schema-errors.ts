import type { ErrorObject } from 'ajv';
import { propertiesOf, resolved, type Schema, type SchemaObject } from './contract.js';
import { custom, type Issue, isObject, kindOf, pathOf, toIssues, unknownVariant } from './issue.js';

interface IssueOptions {
  /** How many are told at most. */
  readonly limit: number;
  /** Validates a part against the branch of a union that it means. */
  explain(schema: Schema, value: unknown): Issue[] | undefined;
}

/** What the findings of the schema compiler mean to the sender of a request. */
export function issuesOf(errors: readonly ErrorObject[], { limit, explain }: IssueOptions): Issue[] {
  const at = indexErrors(errors);
  const unknownKeys = new Map<string, Set<string>>();
  // Each part of an `allOf` finds the same wrong.
  const issues = new Map<string, Issue>();
  const add = (found: readonly Issue[]) => {
    for (const issue of found) issues.set(JSON.stringify(issue), issue);
  };
  for (const [index, error] of errors.entries()) {
    if (issues.size >= limit) break;
    const { keyword, instancePath: place } = error;
    if (isUnion(error)) {
      // Of unions at one place the outermost is reported last.
      if (!pathsUpFrom(place).some((outer) => (at.unions.get(outer) ?? -1) > index)) add(unionIssues(error, explain));
    } else if (pathsUpFrom(place).some((outer) => at.unions.has(outer))) {
      // Of a branch: the branch that was meant speaks for itself.
    } else if (keyword === 'enum' && at.types.has(place)) {
      // Of the wrong type, which is said already.
    } else if (keyword === 'propertyNames' || (keyword === 'format' && at.patterns.has(place))) {
      // What is wrong with the name says it, and a text that is no URL has no protocol either.
    } else if (isPartOfCondition(error, at.conditions)) {
      // The condition as a whole says it in a sentence.
    } else if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
      const key = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
      // A part of an `allOf` that fails does not tell which keys it knows.
      if (Object.hasOwn(knownProperties(error.parentSchema as SchemaObject), key)) continue;
      const keys = unknownKeys.get(place) ?? new Set();
      unknownKeys.set(place, keys.add(key));
    } else {
      add(toIssues(error));
    }
  }
  for (const [place, unknown] of unknownKeys) {
    const keys = [...unknown];
    const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${keys.map((key) => `"${key}"`).join(', ')}`;
    add([{ code: 'unrecognized_keys', keys, path: pathOf(place), message }]);
  }
  return [...issues.values()].slice(0, limit);
}

/** Where there is what: whether one finding says what another does is asked of each of them. */
interface ErrorIndex {
  /** With the position of the last union among the findings. */
  readonly unions: ReadonlyMap<string, number>;
  readonly conditions: ReadonlyMap<string, readonly ErrorObject[]>;
  readonly types: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
}

function indexErrors(errors: readonly ErrorObject[]): ErrorIndex {
  const unions = new Map<string, number>();
  const conditions = new Map<string, ErrorObject[]>();
  const types = new Set<string>();
  const patterns = new Set<string>();
  for (const [index, error] of errors.entries()) {
    const { keyword, instancePath } = error;
    if (isUnion(error)) unions.set(instancePath, index);
    else if (keyword === 'if') conditions.set(instancePath, [...(conditions.get(instancePath) ?? []), error]);
    else if (keyword === 'type') types.add(instancePath);
    else if (keyword === 'pattern') patterns.add(instancePath);
  }
  return { unions, conditions, types, patterns };
}

/** The place itself and all that it stands in: unions stand alone in the contract, so what is wrong there is wrong in a branch. */
function pathsUpFrom(place: string): string[] {
  const places = [place];
  for (let end = place.lastIndexOf('/'); end >= 0; end = place.lastIndexOf('/', end - 1)) {
    places.push(place.slice(0, end));
    if (end === 0) break;
  }
  return places;
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

function isPartOfCondition(error: ErrorObject, conditions: ErrorIndex['conditions']): boolean {
  if (conditions.size === 0 || !error.schemaPath.includes('/then/')) return false;
  return pathsUpFrom(error.instancePath).some((outer) =>
    conditions.get(outer)?.some((condition) => condition !== error),
  );
}

const known = new WeakMap<SchemaObject, ReturnType<typeof propertiesOf>>();

/** The properties of a schema, looked up once for all the keys that it does not know. */
function knownProperties(schema: SchemaObject): ReturnType<typeof propertiesOf> {
  const properties = known.get(schema) ?? propertiesOf(schema);
  known.set(schema, properties);
  return properties;
}

function unionIssues(error: ErrorObject, explain: IssueOptions['explain']): Issue[] {
  const path = pathOf(error.instancePath);
  const branches = flattenBranches(error.schema as readonly Schema[]);
  const type = isObject(error.data) ? error.data.type : undefined;
  const types = branches.map(constOf).filter((value) => value !== undefined);
  if (matchesNoVariant(branches, types, error.data)) return [unknownVariant(path, types)];
  const meant = branches.filter((branch) => matchesType(branch, error.data));
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
  const message = `Invalid input: expected ${[...new Set(branches.flatMap(typesOf))].join(' or ')}, received ${kindOf(error.data)}`;
  return [{ code: 'invalid_union', errors: [], path, message }];
}

/** Whether it names something that none of the branches is about. */
function matchesNoVariant(branches: readonly SchemaObject[], types: readonly unknown[], data: unknown): boolean {
  if (types.length === 0) return false;
  if (isObject(data)) return !types.includes(data.type);
  return typeof data === 'string' && ![...types, ...branches.flatMap((branch) => branch.enum ?? [])].includes(data);
}

function flattenBranches(branches: readonly Schema[]): SchemaObject[] {
  return branches.flatMap((branch) => {
    if (typeof branch === 'boolean') return [];
    const schema = resolved(branch);
    const inner = schema.oneOf ?? schema.anyOf;
    return inner ? flattenBranches(inner) : [schema];
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

function typesOf(branch: SchemaObject): string[] {
  return [branch.type ?? 'object'].flat();
}

function matchesType(branch: SchemaObject, data: unknown): boolean {
  const kind = kindOf(data);
  if (!typesOf(branch).some((name) => name === kind || (name === 'integer' && kind === 'number'))) return false;
  if (!Array.isArray(data) || data.length === 0 || typeof branch.items !== 'object') return true;
  return flattenBranches([branch.items]).some((item) => matchesType(item, data[0]));
}
