import { join } from 'node:path';
import ts from 'typescript';

const IS_OURS = /node_modules\/@trawl\//;

export interface Hover {
  readonly expression: string;
  readonly type: string;
  readonly words: string;
  readonly tags: readonly string[];
}

/** What somebody sees who writes a program with an installed package: the language service that editors ask. */
export class Editor {
  readonly #file: string;
  readonly #head: string;
  readonly #service: ts.LanguageService;
  #text: string;
  #version = 0;

  /** @param head the lines of the program that declare what is looked at later. */
  constructor(folder: string, name: string, head: string) {
    this.#file = join(folder, name);
    this.#head = `${head}\n`;
    this.#text = head;
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.Node20,
      target: ts.ScriptTarget.ES2022,
      types: [],
    };
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => [this.#file],
      getScriptVersion: (file) => (file === this.#file ? String(this.#version) : '0'),
      getScriptSnapshot: (file) => {
        const text = file === this.#file ? this.#text : ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (file) => file === this.#file || ts.sys.fileExists(file),
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
    });
  }

  /** What stands in the box over the end of each expression. */
  hovers(expressions: readonly string[]): Hover[] {
    this.#write(expressions);
    let at = this.#head.length;
    return expressions.map((expression) => {
      const info = this.#service.getQuickInfoAtPosition(this.#file, at + expression.length - 1);
      at += `${expression};\n`.length;
      return {
        expression,
        type: ts.displayPartsToString(info?.displayParts),
        words: ts.displayPartsToString(info?.documentation),
        tags: (info?.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim()),
      };
    });
  }

  /** What can be written after each of these names, of what our packages declare. */
  members(names: readonly string[]): string[] {
    const types = this.#write(names);
    return names.flatMap((name, index) =>
      (types[index]?.getProperties() ?? []).filter(isPublic).map((member) => `${name}.${member.name}`),
    );
  }

  /** The fields of the objects that functions take, as far as they have no documentation of their own. */
  fieldsWithoutWords(functions: readonly string[]): string[] {
    const types = this.#write(functions);
    const checker = this.#program().getTypeChecker();
    return functions.flatMap((name, index) =>
      (types[index]?.getCallSignatures()[0]?.getParameters() ?? []).flatMap((parameter) => {
        const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
        const fields = checker.getPropertiesOfType(type).filter(isPublic);
        return fields
          .filter((field) => field.getDocumentationComment(checker).length === 0)
          .map((field) => `${name}: ${field.name}`);
      }),
    );
  }

  /** Continues the program with expressions, and answers with their types. */
  #write(expressions: readonly string[]): ts.Type[] {
    this.#text = this.#head + expressions.map((expression) => `${expression};\n`).join('');
    this.#version++;
    const checker = this.#program().getTypeChecker();
    const statements = this.#program().getSourceFile(this.#file)?.statements.slice(-expressions.length) ?? [];
    return statements.filter(ts.isExpressionStatement).map(({ expression }) => checker.getTypeAtLocation(expression));
  }

  #program(): ts.Program {
    const program = this.#service.getProgram();
    if (!program) throw new Error('The language service has no program.');
    return program;
  }
}

function isPublic({ name, declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Protected | ts.ModifierFlags.Private;
  const isOurs = declarations.some((declaration) => IS_OURS.test(declaration.getSourceFile().fileName));
  const isHidden = declarations.some((declaration) => ts.getCombinedModifierFlags(declaration) & hidden);
  return isOurs && !isHidden && /^[a-z]\w*$/i.test(name) && name !== 'prototype';
}
