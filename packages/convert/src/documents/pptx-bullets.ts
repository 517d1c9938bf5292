import type { Element } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import type { OfficeParts, Relations } from './office-parts.js';
import { childElements, type XmlPart } from './xml.js';

/** Whether a paragraph of a shape is an item of a list, and at which level. */
export type ShapeBullets = (paragraph: Element) => { readonly list: 'ul' | 'ol' | undefined; readonly level: number };

/**
 * Finds the bullets of the shapes of a slide. A paragraph has those of its shape, of the same placeholder in the layout, of
 * the one in the master, or of the styles of the master: the first of these that says something counts.
 */
export function bulletsOf(parts: OfficeParts, relations: Relations): (shape: Element) => ShapeBullets {
  const [layout, layoutRelations] = related(parts, relations, 'slideLayout');
  const [master] = layoutRelations ? related(parts, layoutRelations, 'slideMaster') : [];
  const shapes = [layout, master].map((part) => placeholders(part));
  const steps = shapes.reduce((sum, { length }) => sum + length, 0);
  return (shape) => {
    parts.budget.spend('step', steps);
    const placeholder = placeholderOf(shape);
    const layoutShape = placeholder && sameIn(shapes[0] ?? [], placeholder);
    const type = placeholder?.attribs.type ?? layoutShape?.placeholder.attribs.type;
    const masterShape = placeholder && sameTypeIn(shapes[1] ?? [], type ?? 'body');
    const styles = placeholder && master?.(/^(?:ctrT|t)itle$/.test(type ?? '') ? 'p:titleStyle' : 'p:bodyStyle');
    const sources = [
      ...[shape, layoutShape?.shape, masterShape?.shape].flatMap((some) =>
        some ? getElementsByTagName('a:lstStyle', some, true, 1) : [],
      ),
      ...(styles ?? []),
    ];
    return (paragraph) => {
      const [own] = childElements(paragraph, 'a:pPr');
      const level = Math.min(8, Math.max(0, Number(own?.attribs.lvl) || 0));
      const levels = sources.flatMap((source) => childElements(source, `a:lvl${level + 1}pPr`));
      const said = [...(own ? [own] : []), ...levels].map(bulletIn).find((bullet) => bullet !== undefined);
      return { list: said || undefined, level };
    };
  };
}

function related(parts: OfficeParts, relations: Relations, type: string): readonly [XmlPart?, Relations?] {
  const target = [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`));
  const part = target && parts.read(target.path);
  return part && target ? [part, parts.relationsOf(target.path)] : [];
}

const placeholderOf = (shape: Element) => getElementsByTagName('p:ph', shape, true, 1)[0];

/** A shape that stands for those of the slides. */
interface Model {
  readonly shape: Element;
  readonly placeholder: Element;
}

function placeholders(part: XmlPart | undefined): Model[] {
  return (part?.('p:sp') ?? []).flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    return placeholder ? [{ shape, placeholder }] : [];
  });
}

/** The one of a layout with the same number, or of the same type. */
function sameIn(models: readonly Model[], { attribs: { idx, type } }: Element): Model | undefined {
  const byNumber = idx === undefined ? undefined : models.find(({ placeholder }) => placeholder.attribs.idx === idx);
  if (byNumber) return byNumber;
  return type === undefined ? undefined : models.find(({ placeholder }) => placeholder.attribs.type === type);
}

function sameTypeIn(models: readonly Model[], type: string): Model | undefined {
  const wanted = type === 'obj' ? 'body' : type;
  return models.find(({ placeholder }) => placeholder.attribs.type === wanted);
}

/** What the properties of a paragraph say: a list, no list (''), or nothing. */
function bulletIn(properties: Element): 'ul' | 'ol' | '' | undefined {
  for (const { name } of childElements(properties)) {
    if (name === 'a:buNone') return '';
    if (name === 'a:buAutoNum') return 'ol';
    if (name === 'a:buChar' || name === 'a:buBlip') return 'ul';
  }
  return undefined;
}
