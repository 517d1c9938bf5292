import { type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { escapeText } from 'entities';

/** Writes an equation of Office (`m:oMath`) as MathML. */
export function mathmlOfOmml(equation: Element): string {
  return `<math>${inside(equation, 0)}</math>`;
}

/** Office writes no equation that is nested so deeply, and the stack can hold it. */
const MAX_DEPTH = 100;

const child = (parent: Element | undefined, name: string) =>
  parent?.children.find((node): node is Element => isTag(node) && node.name === name);

/** The value of a property, such as the sign of a sum. */
function property(element: Element, name: string): string | undefined {
  const properties = child(element, `${element.name}Pr`);
  const found = child(properties, `m:${name}`);
  return found && (found.attribs['m:val'] ?? '');
}

/** A property that is on where it is named without a value. */
function isOn(element: Element, name: string): boolean {
  const value = property(element, name);
  return value !== undefined && !/^(?:0|off|false)$/.test(value);
}

function inside(parent: Element | undefined, depth: number): string {
  if (!parent || depth > MAX_DEPTH) return '';
  return parent.children.map((node) => (isTag(node) ? elementMathml(node, depth + 1) : '')).join('');
}

function elementMathml(element: Element, depth: number): string {
  const part = (name: string) => `<mrow>${inside(child(element, `m:${name}`), depth)}</mrow>`;
  const parts = (name: string) =>
    element.children.filter((node): node is Element => isTag(node) && node.name === `m:${name}`);
  switch (element.name) {
    case 'm:r':
      return runMathml(element);
    case 'm:f': {
      if (property(element, 'type') === 'lin') return `${part('num')}<mo>/</mo>${part('den')}`;
      const line = property(element, 'type') === 'noBar' ? ' linethickness="0"' : '';
      return `<mfrac${line}>${part('num')}${part('den')}</mfrac>`;
    }
    case 'm:sSup':
      return `<msup>${part('e')}${part('sup')}</msup>`;
    case 'm:sSub':
      return `<msub>${part('e')}${part('sub')}</msub>`;
    case 'm:sSubSup':
      return `<msubsup>${part('e')}${part('sub')}${part('sup')}</msubsup>`;
    case 'm:sPre':
      return `<msubsup><mrow></mrow>${part('sub')}${part('sup')}</msubsup>${part('e')}`;
    case 'm:rad':
      return isOn(element, 'degHide') || !child(element, 'm:deg')?.children.length
        ? `<msqrt>${part('e')}</msqrt>`
        : `<mroot>${part('e')}${part('deg')}</mroot>`;
    case 'm:nary':
      return `${withLimits(property(element, 'chr') ?? '∫', element, part)}${part('e')}`;
    case 'm:d': {
      const [open = '(', close = ')', separator = '|'] = ['begChr', 'endChr', 'sepChr'].map((name) =>
        property(element, name),
      );
      const values = parts('e').map((value) => `<mrow>${inside(value, depth)}</mrow>`);
      return `<mrow>${sign(open)}${values.join(sign(separator))}${sign(close)}</mrow>`;
    }
    case 'm:m': {
      const cell = (value: Element) => `<mtd>${inside(value, depth + 1)}</mtd>`;
      const rows = parts('mr').map((row) =>
        row.children
          .filter(isTag)
          .filter(({ name }) => name === 'm:e')
          .map(cell)
          .join(''),
      );
      return `<mtable>${rows.map((row) => `<mtr>${row}</mtr>`).join('')}</mtable>`;
    }
    case 'm:eqArr':
      return `<mtable>${parts('e')
        .map((value) => `<mtr><mtd>${inside(value, depth)}</mtd></mtr>`)
        .join('')}</mtable>`;
    case 'm:func':
      return `${part('fName')}${part('e')}`;
    case 'm:limLow':
      return `<munder>${part('e')}${part('lim')}</munder>`;
    case 'm:limUpp':
      return `<mover>${part('e')}${part('lim')}</mover>`;
    case 'm:acc':
      return `<mover>${part('e')}<mo>${escapeText(ACCENTS.get(property(element, 'chr') ?? '̂') ?? property(element, 'chr') ?? '^')}</mo></mover>`;
    case 'm:bar':
      return property(element, 'pos') === 'top'
        ? `<mover>${part('e')}<mo>¯</mo></mover>`
        : `<munder>${part('e')}<mo>_</mo></munder>`;
    case 'm:groupChr': {
      const mark = `<mo>${escapeText(property(element, 'chr') ?? '⏟')}</mo>`;
      return property(element, 'pos') === 'top'
        ? `<mover>${part('e')}${mark}</mover>`
        : `<munder>${part('e')}${mark}</munder>`;
    }
    default:
      // Properties have no text; boxes and parts that are not known have some inside.
      return element.name.endsWith('Pr') ? '' : inside(element, depth);
  }
}

/** Combining marks, which Office writes, and the accents of MathML. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u0300', '`'],
  ['\u0301', '´'],
  ['\u0302', '^'],
  ['\u0303', '~'],
  ['\u0304', '¯'],
  ['\u0305', '¯'],
  ['\u0306', '˘'],
  ['\u0307', '˙'],
  ['\u0308', '¨'],
  ['\u030C', 'ˇ'],
  ['\u20D7', '→'],
]);

/** A large operator with its limits. */
function withLimits(operator: string, element: Element, part: (name: string) => string): string {
  const base = `<mo>${escapeText(operator)}</mo>`;
  const [hasLower, hasUpper] = [!isOn(element, 'subHide'), !isOn(element, 'supHide')];
  const isBeside = property(element, 'limLoc') !== 'undOvr';
  if (hasLower && hasUpper) {
    const tag = isBeside ? 'msubsup' : 'munderover';
    return `<${tag}>${base}${part('sub')}${part('sup')}</${tag}>`;
  }
  if (hasLower) return isBeside ? `<msub>${base}${part('sub')}</msub>` : `<munder>${base}${part('sub')}</munder>`;
  if (hasUpper) return isBeside ? `<msup>${base}${part('sup')}</msup>` : `<mover>${base}${part('sup')}</mover>`;
  return base;
}

const sign = (text: string) => (text === '' ? '' : `<mo>${escapeText(text)}</mo>`);

/** A run of characters: numbers, names of functions, letters and operators. */
function runMathml(run: Element): string {
  const text = run.children
    .filter((node): node is Element => isTag(node) && node.name === 'm:t')
    .map(textContent)
    .join('');
  const properties = child(run, 'm:rPr');
  if (child(properties, 'm:nor')) return `<mtext>${escapeText(text)}</mtext>`;
  const style = child(properties, 'm:sty')?.attribs['m:val'];
  const variant = style === 'b' || style === 'bi' ? ' mathvariant="bold"' : '';
  const tokens = text.match(style === 'p' ? /\d+(?:\.\d+)?|\p{L}+|\S/gu : /\d+(?:\.\d+)?|\S/gu) ?? [];
  return tokens
    .map((token) => {
      if (/^\d/.test(token)) return `<mn${variant}>${token}</mn>`;
      return /^\p{L}/u.test(token) ? `<mi${variant}>${token}</mi>` : `<mo>${escapeText(token)}</mo>`;
    })
    .join('');
}
