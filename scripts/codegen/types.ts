import openapiTS, {
  addJSDocComment,
  astToString,
  type OpenAPI3,
  type ReferenceObject,
  type SchemaObject,
  tsUnion,
} from 'openapi-typescript';
import ts from 'typescript';
import { ContractError } from './contract-error.js';
import { describeLimits } from './limits.js';
import { byName, declareSchemas } from './names.js';
import { sentSchemas } from './sent.js';

const { factory } = ts;

/**
 * The TypeScript module of the contract: `paths`, `operations`, `components`, `webhooks`, and one exported type for
 * every component schema under its own name.
 */
export async function renderTypes(contract: OpenAPI3): Promise<string> {
  const requestSchemas = sentSchemas(contract);
  const contractWithLimits = describeLimits(contract);
  const typeNodes = openapiTS(JSON.stringify(closeAnswers(contractWithLimits)), {
    // A default is the server's business: the caller may leave the field out.
    defaultNonNullable: false,
    transform: (schema) => openEnum(schema) ?? binary(schema),
    postTransform: (type, { path }) => (isSent(path, requestSchemas) ? readonlyArray(type) : undefined),
    transformProperty: (property, schema, { ctx, path }) => {
      const field = isSent(path, requestSchemas) ? orUndefined(property) : property;
      // A field that is only a reference has no words of its own: show those of what it refers to.
      const { $ref, description } = schema as SchemaObject & Partial<ReferenceObject>;
      if ($ref && !description) addJSDocComment(ctx.resolve<SchemaObject>($ref) ?? {}, field);
      return field;
    },
    silent: true,
  });
  const nodes = await typeNodes.catch((cause: Error) => {
    throw new ContractError(`no types can be generated: ${cause.message}`, { cause });
  });
  const namedNodes = nodes.filter((node) => !isEmptyDefs(node)).map(withUndefinedInQueries);
  return tidyComments(byName(astToString(declareSchemas(namedNodes, contractWithLimits))));
}

/**
 * Answers are open (`additionalProperties: true`): the server may send more than we know. A type with an index
 * signature would then accept every misspelt name, so the fields that are named are all that is typed.
 */
function closeAnswers(contract: OpenAPI3): OpenAPI3 {
  return JSON.parse(JSON.stringify(contract), (_key, value) => {
    if (!value?.properties || value.additionalProperties !== true) return value;
    const { additionalProperties: _, ...schema } = value;
    return schema;
  });
}

/** `'a' | 'b' | (string & {})`: editors suggest what is known, the compiler accepts what is new. */
function openEnum(schema: SchemaObject): ts.TypeNode | undefined {
  const knownValues = (schema as { 'x-extensible-enum'?: string[] })['x-extensible-enum'];
  if (schema.type !== 'string' || !knownValues || 'const' in schema) return undefined;
  const literals = knownValues.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return tsUnion([...literals, anyOtherString()]);
}

function anyOtherString(): ts.TypeNode {
  const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return factory.createParenthesizedType(
    factory.createIntersectionTypeNode([string, factory.createTypeLiteralNode([])]),
  );
}

/**
 * What is sent may be a constant of the caller's, down to its arrays (`as const`). What comes back stays mutable: it
 * belongs to the caller, who may well sort it.
 */
function readonlyArray(type: ts.TypeNode): ts.TypeNode | undefined {
  if (!ts.isArrayTypeNode(type) && !ts.isTupleTypeNode(type)) return undefined;
  return factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, type);
}

/**
 * An optional field of a request may be given as undefined, which is not sent: a program with `exactOptionalPropertyTypes`
 * could otherwise not pass on an option that it may not have.
 */
function orUndefined(property: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = property;
  if (!questionToken || !type) return property;
  const members = ts.isUnionTypeNode(type) ? type.types : [type];
  const union = tsUnion([...members, factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)]);
  return factory.updatePropertySignature(property, modifiers, name, questionToken, union);
}

/** The same for the parameters of a query, which are not among the properties that openapi-typescript lets one change. */
function withUndefinedInQueries(node: ts.Node): ts.Node {
  const visit = (inner: ts.Node): ts.Node => {
    const isQuery = ts.isPropertySignature(inner) && ts.isIdentifier(inner.name) && inner.name.text === 'query';
    if (!isQuery || !inner.type || !ts.isTypeLiteralNode(inner.type)) return ts.visitEachChild(inner, visit, undefined);
    const members = inner.type.members.map((member) => (ts.isPropertySignature(member) ? orUndefined(member) : member));
    const type = factory.updateTypeLiteralNode(inner.type, factory.createNodeArray(members));
    return factory.updatePropertySignature(inner, inner.modifiers, inner.name, inner.questionToken, type);
  };
  return visit(node);
}

function isSent(pointer: string | undefined, requestSchemas: Set<string>): boolean {
  const [, root, kind, name = ''] = pointer?.split('/') ?? [];
  if (root === 'components' && kind === 'schemas') return requestSchemas.has(name);
  return /\/(requestBod(y|ies)|parameters)\//.test(`${pointer}/`);
}

/** Everything that holds bytes and that `fetch` and `FormData` take on every runtime. A `File` is a `Blob`. */
function binary(schema: SchemaObject): ts.TypeNode | undefined {
  if (schema.type !== 'string' || schema.format !== 'binary') return undefined;
  return tsUnion(['Blob', 'ArrayBuffer', 'Uint8Array'].map((name) => factory.createTypeReferenceNode(name)));
}

/**
 * Editors print an `@description` tag as a label before the text, and indented text as code: let a description be the
 * text of its comment, set apart from the summary before it.
 */
function tidyComments(source: string): string {
  return source.replace(/\/\*\*.*?\*\//gs, (comment) =>
    comment
      .replace(/^(\/\*\*\s+(?:\* )?)@description /, '$1')
      .replace(/^( *\*) @description /m, '$1\n$1 ')
      .replace(/^( *\*) {5}/gm, '$1 '),
  );
}

function isEmptyDefs(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && node.name.text === '$defs';
}
