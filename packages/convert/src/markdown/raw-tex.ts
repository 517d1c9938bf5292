/** Divides a text at the formulas that its page has left to a script: parts with an odd index are TeX between delimiters. */
export function splitAtTex(text: string): string[] {
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const [opening, environment] = match;
    const start = match.index + opening.length;
    const closing = environment === undefined ? (CLOSINGS[opening] ?? opening) : `\\end{${environment}}`;
    const end = unclosed.has(closing) ? -1 : text.indexOf(closing, start);
    if (end === -1) {
      unclosed.add(closing);
      continue;
    }
    const formula = text.slice(start, end);
    const after = text.charAt(end + closing.length);
    const isFormula = opening === '$' ? isBetweenDollars(formula, after) : isTex(formula);
    if (environment === undefined && !isFormula) continue;
    parts.push(text.slice(from, match.index), text.slice(match.index, end + closing.length));
    from = end + closing.length;
    OPENING.lastIndex = from;
  }
  parts.push(text.slice(from));
  return parts;
}

const OPENING = /\$\$?|\\[([]|\\begin\{(\w+\*?)\}/g;
const CLOSINGS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]' };

/** Dollars are prices as well: those of formulas stand next to their text, and no number follows. */
function isBetweenDollars(formula: string, after: string): boolean {
  return /^[^\s]/.test(formula) && /[^\s\\]$/.test(formula) && !/\d/.test(after) && TEX.test(formula);
}

function isTex(formula: string): boolean {
  return TEX.test(formula) || /^\s*[\p{L}\d](?:[\s\p{L}\d+\-*/=<>(),.!|'])*$/u.test(formula);
}

/** Commands, groups, indices and powers. */
const TEX = /\\(?:[a-zA-Z]|[,;:!{}])|[\^_{}]/;
