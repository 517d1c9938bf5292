import { MathMLToLaTeX } from 'mathml-to-latex';

/** Names that are set upright, and that TeX has commands for. */
const FUNCTIONS =
  'arccos|arcsin|arctan|arg|cos|cosh|cot|coth|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|liminf|limsup|ln|log|max|min|Pr|sec|sin|sinh|sup|tan|tanh';
const FUNCTION_NAMES = new RegExp(
  String.raw`(\\(?:text|mathrm|mathbf|operatorname)\{[^{}]*\}|\\[a-zA-Z]+)|(?<![a-zA-Z])(${FUNCTIONS})(?![a-zA-Z])`,
  'g',
);

/** More characters are no formula, and nesting beyond this exceeds the stack of the library. */
const MAX_LENGTH = 50_000;
const MAX_DEPTH = 200;

/** Writes a `math` element as TeX; undefined for one that is empty, broken or too large. */
export function texOfMathml(mathml: string): string | undefined {
  if (mathml.length > MAX_LENGTH || isDeeperThan(MAX_DEPTH, mathml)) return undefined;
  try {
    const tex = MathMLToLaTeX.convert(mathml)
      .replace(FUNCTION_NAMES, (whole, command: string | undefined, name: string) => (command ? whole : `\\${name}`))
      .replace(/\s+/g, ' ')
      .trim();
    return tex === '' ? undefined : tex;
  } catch {
    // The text of the formula is better than nothing, and the caller has it.
    return undefined;
  }
}

function isDeeperThan(limit: number, xml: string): boolean {
  let depth = 0;
  for (const [tag] of xml.matchAll(/<\/?[a-z][^<>]*>/gi)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > limit) return true;
  }
  return false;
}
