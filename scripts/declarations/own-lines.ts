import ts from 'typescript';

/**
 * Declarations with every doc comment on lines of its own. TypeScript reads what follows something on its line as a
 * remark on that, so that a doc comment there describes nothing.
 */
export function withDocCommentsOnOwnLines(declarations: string): string {
  const file = ts.createSourceFile('index.d.ts', declarations, ts.ScriptTarget.Latest, true);
  let apart = '';
  const visit = (node: ts.Node): void => {
    // Read again as the space before the first word of what it describes.
    if (ts.isJSDoc(node)) return;
    const parts = node.getChildren(file);
    for (const part of parts) visit(part);
    if (parts.length > 0) return;
    const start = node.getStart(file);
    const precedingText = declarations.slice(node.pos, start);
    const isInside = node.pos > 0 && precedingText.includes('/**');
    apart += isInside ? onLines(precedingText, `\n${indentAt(declarations, start)}`) : precedingText;
    apart += declarations.slice(start, node.end);
  };
  visit(file);
  return apart;
}

/** What stands before a word: space and comments. */
function onLines(precedingText: string, newLine: string): string {
  return precedingText.replace(/^ *(?=\/\*\*)/, newLine).replace(/\*\/ *$/, `*/${newLine}`);
}

function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^ */.exec(line)?.[0] ?? '';
}
