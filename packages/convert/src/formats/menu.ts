import { defined } from '../extraction/defined.js';
import { asNumber, type Entity, entitiesOf, isOfType, localName, textOf, valuesOf } from '../extraction/entity.js';
import { availabilityOf, picturesOf, priceOf } from '../extraction/offers.js';
import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import type { Menu, MenuItem, MenuSection } from '../page/data.js';
import type { FormatDefinition } from './format-definition.js';

export const menu: FormatDefinition = {
  field: 'menu',
  make: makeMenu,
};

/** Deeper sections are ignored: real menus do not nest further. */
const MAX_DEPTH = 4;

/** Reads the menu from the structured data of a page. */
function makeMenu({ url, baseUrl, entities }: PageFacts): FormatResult<Menu> {
  const merchant = entities().find((entity) => entitiesOf(entity, 'hasMenu', 'menu').length > 0);
  const menus =
    merchant === undefined
      ? entities().filter((entity) => isOfType(entity, 'Menu'))
      : entitiesOf(merchant, 'hasMenu', 'menu');
  const topLevel = menus.length === 0 ? entities().filter((entity) => isOfType(entity, 'MenuSection')) : [];
  const sections = [
    ...menus.flatMap((menu) => sectionsOf(menu, baseUrl)),
    ...topLevel.flatMap((section) => flattenSection(section, baseUrl, 0)),
  ];
  if (sections.length === 0)
    return {
      warning: { code: 'no data', message: '`menu` is missing: the page has no structured data of a menu.' },
    };
  const name = textOf(merchant, 'name');
  const type = merchant?.['@type'][0];
  const currency = sections.flatMap(({ items }) => items).find(({ price }) => price?.currency !== undefined)
    ?.price?.currency;
  return {
    value: {
      isMenu: true,
      sections,
      sourceUrl: url,
      ...defined({ merchant: name === undefined ? undefined : { name, ...defined({ type }) }, currency }),
    },
  };
}

function sectionsOf(menu: Entity, baseUrl: string): MenuSection[] {
  const sections = entitiesOf(menu, 'hasMenuSection').flatMap((section) => flattenSection(section, baseUrl, 0));
  const items = itemsOf(menu, baseUrl);
  return items.length > 0 ? [{ name: textOf(menu, 'name') ?? '', items }, ...sections] : sections;
}

function flattenSection(section: Entity, baseUrl: string, depth: number): MenuSection[] {
  if (depth > MAX_DEPTH) return [];
  const own: MenuSection = {
    name: textOf(section, 'name') ?? '',
    items: itemsOf(section, baseUrl),
    ...defined({ description: textOf(section, 'description') }),
  };
  const inner = entitiesOf(section, 'hasMenuSection').flatMap((one) => flattenSection(one, baseUrl, depth + 1));
  return own.items.length > 0 || inner.length === 0 ? [own, ...inner] : inner;
}

function itemsOf(parent: Entity, baseUrl: string): MenuItem[] {
  return entitiesOf(parent, 'hasMenuItem').flatMap((item) => {
    const name = textOf(item, 'name');
    if (name === undefined) return [];
    const [offer] = entitiesOf(item, 'offers');
    const images = picturesOf(item, baseUrl);
    const diets = valuesOf(item, 'suitableForDiet').flatMap((diet) =>
      typeof diet === 'string' ? [localName(diet).replace(/Diet$/, '').toLowerCase()] : [],
    );
    const availability = availabilityOf(offer);
    return [
      {
        name,
        ...defined({
          id: textOf(item, '@id'),
          description: textOf(item, 'description'),
          price: priceOf(offer),
          images: images.length > 0 ? images : undefined,
          availability: Object.keys(availability).length > 0 ? availability : undefined,
          dietary: diets.length > 0 ? diets : undefined,
          calories: caloriesOf(item),
          url: textOf(item, 'url'),
        }),
      },
    ];
  });
}

/** Written as `640 calories` or `640 kcal`. */
function caloriesOf(item: Entity): number | undefined {
  const [nutrition] = entitiesOf(item, 'nutrition');
  return asNumber(/^\s*[\d.,]+/.exec(textOf(nutrition, 'calories') ?? '')?.[0]);
}
