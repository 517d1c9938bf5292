import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { typeText } from '../../packages/spec-diff/src/types/type-text.js';

const read = (file: string) => readFileSync(new URL(`../../packages/client/${file}`, import.meta.url), 'utf8');

/**
 * A type without what is written differently and means the same: comments, spaces, quotes of keys, `readonly`, and the
 * `undefined` that optional fields of requests take in the client.
 */
function plain(type: string): string {
  const source = ts.createSourceFile('type.ts', `type X = ${type};`, ts.ScriptTarget.Latest);
  return ts
    .createPrinter({ removeComments: true })
    .printFile(source)
    .replaceAll('readonly ', '')
    .replaceAll(/ \| undefined\b/g, '')
    .replaceAll('Blob | ArrayBuffer | Uint8Array', 'Blob')
    .replaceAll("'", '"')
    .replaceAll(/"([\w$]+)"(\??:)/g, '$1$2')
    .replaceAll(/([(:=])\s*\|/g, '$1')
    .replaceAll(/\s/g, '');
}

/** The types of the client by their names, as they were generated. */
function generated(): Map<string, string> {
  const types = new Map<string, string>();
  const source = ts.createSourceFile('schema.ts', read('src/schema.ts'), ts.ScriptTarget.Latest, true);
  source.forEachChild((node) => {
    if (ts.isTypeAliasDeclaration(node)) types.set(node.name.text, plain(node.type.getText()));
    if (!ts.isInterfaceDeclaration(node)) return;
    const members = node.members.map((member) => member.getText()).join('\n');
    types.set(node.name.text, plain(`{ ${members} }`));
  });
  return types;
}

it('declares the components of our contract as the generated client does', () => {
  const types = generated();
  const schemas = Object.entries(JSON.parse(read('openapi.json')).components.schemas);
  const same = schemas.filter(([name, schema]) => types.get(name) === plain(typeText(schema as never)));
  // A few are written in another way, such as with brackets that change nothing.
  expect(same.length / schemas.length).toBeGreaterThan(0.95);
  expect(schemas.length).toBeGreaterThan(200);
});
