import type { AnyNode, Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import type { TextStyle } from './text-style.js';

/** Looks up the formatting of styles by their names. */
export interface OdtStyles {
  /** The formatting of text in this style, inside text with the outer formatting. */
  textStyle(name: string | undefined, outer: TextStyle): TextStyle;
  /** Whether text in this style keeps its white space. */
  isPreformatted(name: string | undefined): boolean;
  /** Whether the first level of a list has numbers. */
  isNumbered(name: string | undefined): boolean;
}

/** Ends the search in cycles: no document has a longer chain of parent styles. */
const MAX_PARENTS = 20;

export function stylesOf(trees: AnyNode[]): OdtStyles {
  const styles = new Map<string | undefined, Element>();
  for (const style of getElementsByTagName('style:style', trees)) styles.set(style.attribs['style:name'], style);
  const numberedStyles = new Set<string | undefined>();
  for (const style of getElementsByTagName('text:list-style', trees)) {
    const [level] = style.children.filter((child): child is Element => 'name' in child);
    if (level?.name === 'text:list-level-style-number') numberedStyles.add(style.attribs['style:name']);
  }
  const lineage = (name: string | undefined) => {
    const ancestors: string[] = [];
    for (
      let next = name;
      next && ancestors.length < MAX_PARENTS;
      next = styles.get(next)?.attribs['style:parent-style-name']
    ) {
      ancestors.push(next);
    }
    return ancestors;
  };
  // The style itself comes first, since it overrides its parents.
  const propertyOf = (ancestors: readonly string[], attribute: string) =>
    ancestors
      .flatMap((name) => getElementsByTagName('style:text-properties', styles.get(name)?.children ?? []))
      .find(({ attribs }) => attribs[attribute] !== undefined)?.attribs[attribute];
  // Many runs of text have the same style, and a style may be large.
  const properties = new Map<string | undefined, Readonly<Record<'weight' | 'slant' | 'line', string | undefined>>>();
  const propertiesOf = (name: string | undefined) => {
    const known = properties.get(name);
    if (known) return known;
    const ancestors = lineage(name);
    const found = {
      weight: propertyOf(ancestors, 'fo:font-weight'),
      slant: propertyOf(ancestors, 'fo:font-style'),
      line:
        propertyOf(ancestors, 'style:text-line-through-style') ?? propertyOf(ancestors, 'style:text-line-through-type'),
    };
    properties.set(name, found);
    return found;
  };
  return {
    textStyle(name, outer) {
      const { weight, slant, line } = propertiesOf(name);
      return {
        bold: weight === undefined ? outer.bold : /^(bold|[6-9]00)$/.test(weight),
        italic: slant === undefined ? outer.italic : /^(italic|oblique)$/.test(slant),
        strike: line === undefined ? outer.strike : line !== 'none',
      };
    },
    isPreformatted: (name) => lineage(name).some((ancestor) => /^(Preformatted|Source)_20_/.test(ancestor)),
    isNumbered: (name) => numberedStyles.has(name),
  };
}
