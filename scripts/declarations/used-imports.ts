const IMPORT = /^import \{ ([^}]+) \} from (.+)\n/gm;

/**
 * Leaves out the imports that a bundled declaration has no use for. The bundler leaves out the declarations that nobody needs,
 * but keeps what they have imported: packages, and types of Node.js, that a program with these types would have to install.
 */
export function withUsedImports(declarations: string): string {
  const body = declarations.replace(IMPORT, '');
  return declarations.replace(IMPORT, (_, names: string, source: string) => {
    const used = names.split(', ').filter((name) => isUsed(name.split(' as ').at(-1) ?? name, body));
    return used.length === 0 ? '' : `import { ${used.join(', ')} } from ${source}\n`;
  });
}

function isUsed(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
}
