import { join } from 'node:path';
import ts from 'typescript';
import { root } from './documentation.js';

/** The code of a document, and the line on which it begins. */
export interface Example {
  path: string;
  line: number;
  code: string;
}

/**
 * Compiles each example as a program of its own, in strict mode, against the installed packages.
 * Returns one line per error, with the location in the document: `README.md:12:7: …`.
 */
export function compile(examples: readonly Example[]): string[] {
  const sources = new Map(examples.map((example) => [join(root, fileName(example)), example]));
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, language) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => formatDiagnostic(diagnostic, sources));
}

/** A file beside the document, so that imports resolve from the document's package. */
function fileName({ path, line }: Example): string {
  return `${path}.${line}.ts`;
}

function compilerOptions(): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // An example is read as by those who install the packages, and may declare names that it does not use.
  return { ...options, customConditions: [], noUnusedLocals: false, noUnusedParameters: false };
}

function formatDiagnostic(
  { file, start = 0, messageText }: ts.Diagnostic,
  sources: ReadonlyMap<string, Example>,
): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  const example = file && sources.get(file.fileName);
  if (!example) return file ? `${file.fileName}: ${message}` : message;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${example.path}:${example.line + line}:${character + 1}: ${message}`;
}
