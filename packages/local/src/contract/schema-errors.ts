import type { ErrorObject } from 'ajv';
import { isObject } from '../base/is-object.js';
import { propertiesOf, resolvedToCondition, type Schema, type SchemaObject } from './contract.js';
import { custom, type Issue, kindOf, pathOf, toIssues, unknownVariant } from './issue.js';

interface IssueOptions {
  /** The maximum number of issues. */
  readonly limit: number;
  /** Validates a value against one branch of a union. */
  explain(schema: Schema, value: unknown): Issue[] | undefined;
}

/** Turns the errors of the schema compiler into issues for the sender of a request. */
export function issuesOf(errors: readonly ErrorObject[], { limit, explain }: IssueOptions): Issue[] {
  const index = indexErrors(errors);
  const unknownKeys = new Map<string, Set<string>>();
  // Each part of an `allOf` reports the same error.
  const issues = new Map<string, Issue>();
  const add = (newIssues: readonly Issue[]) => {
    for (const issue of newIssues) issues.set(JSON.stringify(issue), issue);
  };
  for (const [position, error] of errors.entries()) {
    if (issues.size >= limit) break;
    const { keyword, instancePath: place } = error;
    if (isUnion(error)) {
      // The compiler reports nested unions first: only the outermost one counts.
      if (!pathsUpFrom(place).some((outer) => (index.unions.get(outer) ?? -1) > position))
        add(unionIssues(error, explain));
    } else if (pathsUpFrom(place).some((outer) => index.unions.has(outer))) {
      // An error in a branch: the matching branch is validated again, alone.
    } else if (keyword === 'enum' && index.types.has(place)) {
      // The wrong type is reported already.
    } else if (keyword === 'propertyNames' || (keyword === 'format' && index.patterns.has(place))) {
      // The error of the name itself is reported, and a text that does not match the pattern of a URL is not one.
    } else if (isPartOfCondition(error, index.conditions)) {
      // The condition itself is reported.
    } else if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
      const key = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
      // The compiler does not collect the keys of an `allOf` part that fails.
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

/** Errors by path: they tell whether an error repeats another one. */
interface ErrorIndex {
  /** The position of the last union error at each path. */
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

/** The path and all paths that contain it. A union has no other keywords in the contract, so an error below its path is in a branch. */
function pathsUpFrom(path: string): string[] {
  const paths = [path];
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    paths.push(path.slice(0, end));
    if (end === 0) break;
  }
  return paths;
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

function isPartOfCondition(error: ErrorObject, conditions: ErrorIndex['conditions']): boolean {
  if (conditions.size === 0 || !error.schemaPath.includes('/then/')) return false;
  return pathsUpFrom(error.instancePath).some((outer) =>
    conditions.get(outer)?.some((condition) => condition !== error),
  );
}

const propertyCache = new WeakMap<SchemaObject, ReturnType<typeof propertiesOf>>();

/** The properties of a schema, cached because each unknown key needs them. */
function knownProperties(schema: SchemaObject): ReturnType<typeof propertiesOf> {
  const properties = propertyCache.get(schema) ?? propertiesOf(schema);
  propertyCache.set(schema, properties);
  return properties;
}

function unionIssues(error: ErrorObject, explain: IssueOptions['explain']): Issue[] {
  const path = pathOf(error.instancePath);
  const branches = flattenBranches(error.schema as readonly Schema[]);
  const type = isObject(error.data) ? error.data.type : undefined;
  const types = branches.map(constOf).filter((value) => value !== undefined);
  if (matchesNoVariant(branches, types, error.data)) return [unknownVariant(path, types)];
  const sameType = branches.filter((branch) => matchesType(branch, error.data));
  const sameConst = sameType.filter((branch) => typeof type === 'string' && constOf(branch) === type);
  const candidates =
    sameConst.length > 0 ? sameConst : sameType.every((branch) => constOf(branch) === undefined) ? sameType : [];
  const startedBranches = candidates.filter((branch) =>
    requiredOf(branch).some((key) => isObject(error.data) && key in error.data),
  );
  if (candidates.length > 1 && startedBranches.length === 0 && isObject(error.data)) {
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
  for (const branch of startedBranches.length > 0 ? startedBranches : candidates) {
    const branchIssues = explain(branch, error.data);
    if (branchIssues) return branchIssues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  }
  const message = `Invalid input: expected ${[...new Set(branches.flatMap(typesOf))].join(' or ')}, received ${kindOf(error.data)}`;
  return [{ code: 'invalid_union', errors: [], path, message }];
}

/** Whether the value names a variant that no branch has. */
function matchesNoVariant(branches: readonly SchemaObject[], types: readonly unknown[], data: unknown): boolean {
  if (types.length === 0) return false;
  if (isObject(data)) return !types.includes(data.type);
  return typeof data === 'string' && ![...types, ...branches.flatMap((branch) => branch.enum ?? [])].includes(data);
}

function flattenBranches(branches: readonly Schema[]): SchemaObject[] {
  return branches.flatMap((branch) => {
    if (typeof branch === 'boolean') return [];
    const schema = resolvedToCondition(branch);
    const inner = schema.oneOf ?? schema.anyOf;
    return inner ? flattenBranches(inner) : [schema];
  });
}

function constOf(branch: SchemaObject): unknown {
  const type = branch.properties?.type;
  return typeof type === 'object' ? type.const : undefined;
}

function requiredOf(branch: SchemaObject): string[] {
  const requiredFields = (branch.required ?? []) as readonly string[];
  return requiredFields.filter((key) => key !== 'type' || constOf(branch) === undefined);
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
