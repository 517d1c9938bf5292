import { absoluteUrl } from '../absolute-url.js';
import { defined } from '../extraction/defined.js';
import { asNumber, asText, type Entity, entitiesOf, isOfType, textOf } from '../extraction/entity.js';
import { availabilityOf, originalPriceOf, picturesOf, priceOf } from '../extraction/offers.js';
import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import type { Price, Product, ProductVariant } from '../page/data.js';
import type { FormatDefinition } from './format-definition.js';

export const product: FormatDefinition = {
  field: 'product',
  make: makeProduct,
};

/** Reads the product from the structured data of a page. */
function makeProduct(facts: PageFacts): FormatResult<Product> {
  const entity = facts
    .entities()
    .find((one) => isOfType(one, 'Product', 'ProductGroup', 'IndividualProduct', 'ProductModel'));
  const product = entity === undefined ? fromOpenGraph(facts) : fromEntity(entity, facts);
  return product === undefined
    ? { warning: { code: 'no data', message: '`product` is missing: the page has no structured data of a product.' } }
    : { value: product };
}

function fromEntity(entity: Entity, { url, baseUrl, metadata }: PageFacts): Product | undefined {
  const title = textOf(entity, 'name') ?? asText(first(metadata.title));
  if (title === undefined) return undefined;
  const members = entitiesOf(entity, 'hasVariant');
  const variants = (members.length > 0 ? members : [entity]).flatMap((member) => variantsOf(member, baseUrl));
  const address = textOf(entity, 'url') ?? asText(metadata.canonical) ?? url;
  return {
    title,
    url: absoluteUrl(address, baseUrl) ?? url,
    variants,
    ...defined({
      brand: textOf(entity, 'brand', 'manufacturer'),
      category: textOf(entity, 'category'),
      description: textOf(entity, 'description'),
    }),
  };
}

/** One variant for each offer; a product without offers is a single variant. */
function variantsOf(entity: Entity, baseUrl: string): ProductVariant[] {
  const offers = entitiesOf(entity, 'offers').flatMap((offer) => {
    const inner = isOfType(offer, 'AggregateOffer') ? entitiesOf(offer, 'offers') : [];
    return inner.length > 0 ? inner : [offer];
  });
  const images = picturesOf(entity, baseUrl);
  return (offers.length > 0 ? offers : [undefined]).map((offer) => {
    const original = offer && originalPriceOf(offer);
    return {
      availability: availabilityOf(offer),
      ...defined({
        id: textOf(entity, 'productID'),
        sku: textOf(offer, 'sku') ?? textOf(entity, 'sku'),
        title:
          textOf(offer, 'name') ?? (textOf(entity, 'isVariantOf') === undefined ? undefined : textOf(entity, 'name')),
        price: priceOf(offer),
        sale: original && { originalPrice: original },
        values: valuesOfVariant(entity),
        images: images.length > 0 ? images : undefined,
      }),
    };
  });
}

function valuesOfVariant(entity: Entity): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const name of ['color', 'size', 'material', 'pattern']) {
    const text = textOf(entity, name);
    if (text !== undefined) values[name] = text;
  }
  return Object.keys(values).length > 0 ? values : undefined;
}

/** Shops without structured data often have at least the Open Graph tags of a product. */
function fromOpenGraph({ url, metadata }: PageFacts): Product | undefined {
  const meta = (name: string): string | undefined => asText(first(metadata[name]));
  const title = meta('og:title');
  const isProduct = /^(?:og:)?product/.test(meta('og:type') ?? '');
  const amount = asNumber(meta('product:price:amount') ?? meta('og:price:amount'));
  if (title === undefined || (!isProduct && amount === undefined)) return undefined;
  const currency = meta('product:price:currency') ?? meta('og:price:currency');
  const price: Price | undefined = amount === undefined ? undefined : { amount, ...defined({ currency }) };
  const stock = meta('product:availability') ?? meta('og:availability');
  const image = meta('ogImage');
  return {
    title,
    url: meta('ogUrl') ?? url,
    variants: [
      {
        availability: stock === undefined ? {} : { inStock: /^in ?stock$/i.test(stock), text: stock },
        ...defined({ price, images: image === undefined ? undefined : [{ url: image }] }),
      },
    ],
    ...defined({ brand: meta('product:brand') ?? meta('og:brand'), description: meta('og:description') }),
  };
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
