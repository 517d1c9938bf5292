/** A declaration, with what semicolons stand in: strings and the arguments of functions. */
const DECLARATION = /(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^()]*\)|[^;"'()]|["'()])+/g;

const COMMENT = /\/\*[\s\S]*?\*\//g;

/** The properties of an inline style in small letters, each with its last value. */
function styleDeclarations(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  for (const [declaration] of style.replace(COMMENT, '').matchAll(DECLARATION)) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, '');
    declarations.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declarations;
}

/** Few styles hide anything, and to look for these words takes a tenth of the time that parsing does. */
const MAY_HIDE = /none|hidden|collapse/i;

/** Whether an inline style hides its element. */
export function isHiddenByStyle(style: string | undefined): boolean {
  if (style === undefined || !MAY_HIDE.test(style)) return false;
  const declarations = styleDeclarations(style);
  const visibility = declarations.get('visibility');
  return declarations.get('display') === 'none' || visibility === 'hidden' || visibility === 'collapse';
}

/** How an inline style shows white space, such as `pre-wrap`. */
export function whiteSpaceOf(style: string | undefined): string | undefined {
  return style?.includes('white-space') ? styleDeclarations(style).get('white-space') : undefined;
}

/** Whether an inline style asks for letters of the same width. */
export function isMonospaced(style: string | undefined): boolean {
  return style?.includes('font') === true && /mono|courier|consolas|menlo/.test(fontsOf(styleDeclarations(style)));
}

function fontsOf(declarations: ReadonlyMap<string, string>): string {
  return `${declarations.get('font-family') ?? ''} ${declarations.get('font') ?? ''}`;
}
