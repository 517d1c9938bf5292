import { join } from 'node:path';
import ts from 'typescript';

/** An error that the compiler reports in a file. */
export interface Finding {
  file: string;
  line: number;
  message: string;
}

/**
 * Compiles files that stand in the memory, among those that stand on disk.
 *
 * @param sources - The text of each file, by its path from the root of the repository.
 */
export function compileSources(
  root: string,
  sources: Readonly<Record<string, string>>,
  entries: readonly string[],
  options: ts.CompilerOptions = {},
): Finding[] {
  const texts = new Map(Object.entries(sources).map(([file, text]) => [join(root, file), text]));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const base = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root).options;
  const all = { ...base, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], ...options };
  const host = ts.createCompilerHost(all);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...rest) => {
    const text = texts.get(file);
    if (text === undefined) return getSourceFile(file, language, ...rest);
    const options = typeof language === 'object' ? language : { languageVersion: language };
    // What we compile are modules, whether or not a package.json around them says so.
    return ts.createSourceFile(file, text, { ...options, impliedNodeFormat: ts.ModuleKind.ESNext });
  };
  const files = entries.map((entry) => join(root, entry));
  const program = ts.createProgram(files, all, host);
  return files.flatMap((file, index) => {
    const source = program.getSourceFile(file);
    if (!source) return [];
    return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => ({
      file: entries[index] ?? file,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }));
  });
}
