import { addJSDocComment, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const { factory } = ts;

/**
 * Declares the type of every component schema under its own name, with its description; `components.schemas` then only
 * refers to it. Editors and the compiler so speak of a `Monitor`, not of all that stands in it.
 */
export function declareSchemas(nodes: readonly ts.Node[], contract: OpenAPI3): ts.Node[] {
  const declarations: ts.Node[] = [];
  const declare = (member: ts.PropertySignature): ts.PropertySignature => {
    const name = nameOf(member);
    const exportKeyword = factory.createModifier(ts.SyntaxKind.ExportKeyword);
    const type = member.type ?? factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
    const alias = factory.createTypeAliasDeclaration([exportKeyword], name, undefined, type);
    // Declared for fields alone, but all it does is to put a comment before a node.
    addJSDocComment(contract.components?.schemas?.[name] ?? {}, alias as unknown as ts.PropertySignature);
    declarations.push(alias);
    return withType(member, factory.createTypeReferenceNode(name));
  };
  const rest = nodes.map((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
    const members = node.members.filter(ts.isPropertySignature).map((room) => {
      if (nameOf(room) !== 'schemas' || !room.type || !ts.isTypeLiteralNode(room.type)) return room;
      return withType(
        room,
        factory.createTypeLiteralNode(room.type.members.filter(ts.isPropertySignature).map(declare)),
      );
    });
    return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, undefined, members);
  });
  return [...rest, ...declarations];
}

/** The generated module with the names of schemas where it refers to them by their place. */
export const byName = (source: string): string => source.replace(/\bcomponents\["schemas"\]\["(\w+)"\]/g, '$1');

const nameOf = ({ name }: ts.PropertySignature): string => (name as ts.Identifier | ts.StringLiteral).text;

function withType(member: ts.PropertySignature, type: ts.TypeNode): ts.PropertySignature {
  return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
}
