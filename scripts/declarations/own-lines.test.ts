import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { withDocCommentsOnOwnLines } from './own-lines.js';

/** What TypeScript takes for the documentation of each name, as editors show it. */
function documented(declarations: string): Record<string, string> {
  const file = ts.createSourceFile('index.d.ts', declarations, ts.ScriptTarget.Latest, true);
  const found: Record<string, string> = {};
  const visit = (node: ts.Node): void => {
    const [comment] = ts.getJSDocCommentsAndTags(node).map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '');
    const name = (node as ts.NamedDeclaration).name;
    if (comment !== undefined && name) found[(name as ts.Identifier | ts.StringLiteral).text] = comment;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('a doc comment', () => {
  it('that stands behind what comes before gets a line of its own', () => {
    const apart = withDocCommentsOnOwnLines('interface A {\n  a: string; /** Second. */\n  b: string;\n}\n');
    expect(apart).toBe('interface A {\n  a: string;\n  /** Second. */\n  b: string;\n}\n');
  });

  it('that stands right before its name gets one, too', () => {
    const apart = withDocCommentsOnOwnLines('interface A {\n  /** First. */a: string; /** Second. */b: string;\n}\n');
    expect(apart).toBe('interface A {\n  /** First. */\n  a: string;\n  /** Second. */\n  b: string;\n}\n');
  });

  it.each([
    ['a member', 'interface A { x: string; /** This. */ it: string }'],
    ['a member after an object', 'interface A {\n  x: {\n    y: 1;\n  }; /** This. */\n  it: string;\n}'],
    ['a quoted member', 'type A = {\n  x: 1; /** This. */\n  "it": string;\n};'],
    ['a readonly member', 'type A = {\n  x: 1; /** This. */\n  readonly it: string;\n};'],
    ['a method of a class', 'declare class A {\n  x: 1; /** This. */\n  it(): string;\n}'],
    ['a function', 'declare const x: 1; /**\n * This.\n */\ndeclare function it(): void;'],
    ['a member after a template', `type A = {\n  x: \`a\${'b'}c\`; /** This. */\n  it: string;\n};`],
  ])('describes %s again', (_, declarations) => {
    const apart = withDocCommentsOnOwnLines(declarations);
    expect(documented(declarations)).not.toHaveProperty('it');
    expect(documented(apart)).toHaveProperty('it', 'This.');
    expect(withDocCommentsOnOwnLines(apart)).toBe(apart);
  });

  it('on its own line, and what only looks like one, stays as it is', () => {
    const declarations = `/** All. */
interface A {
  /**
   * First.
   * @example '/**' // none
   */
  a: '; /** no */';
  b: string; // no /** comment */
  c: string; /* nor this */
}
`;
    expect(withDocCommentsOnOwnLines(declarations)).toBe(declarations);
  });
});
