import type { AnyNode, Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';

/** Looks up the formatting of styles by their names. */
export interface OdtStyles {
  isBold(name: string | undefined): boolean;
  isItalic(name: string | undefined): boolean;
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
  const numbered = new Set<string | undefined>();
  for (const style of getElementsByTagName('text:list-style', trees)) {
    const [level] = style.children.filter((child): child is Element => 'name' in child);
    if (level?.name === 'text:list-level-style-number') numbered.add(style.attribs['style:name']);
  }
  const lineage = (name: string | undefined) => {
    const found: string[] = [];
    for (
      let next = name;
      next && found.length < MAX_PARENTS;
      next = styles.get(next)?.attribs['style:parent-style-name']
    ) {
      found.push(next);
    }
    return found;
  };
  const has = (name: string | undefined, attribute: string, value: RegExp) =>
    lineage(name).some((ancestor) =>
      getElementsByTagName('style:text-properties', styles.get(ancestor)?.children ?? []).some((properties) =>
        value.test(properties.attribs[attribute] ?? ''),
      ),
    );
  return {
    isBold: (name) => has(name, 'fo:font-weight', /^(bold|[6-9]00)$/),
    isItalic: (name) => has(name, 'fo:font-style', /^(italic|oblique)$/),
    isPreformatted: (name) => lineage(name).some((ancestor) => /^(Preformatted|Source)_20_/.test(ancestor)),
    isNumbered: (name) => numbered.has(name),
  };
}
