import ts from 'typescript';

/** A TypeScript program as Node.js runs it, without a check of its types. */
export function inJavaScript(code: string): string {
  const { ES2022: target } = ts.ScriptTarget;
  return ts.transpileModule(code, { compilerOptions: { target, module: ts.ModuleKind.ESNext } }).outputText;
}
