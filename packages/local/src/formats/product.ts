import type { Price, Product, ProductVariant } from '@trawl/client';
import { defined } from './defined.js';
import { asNumber, asText, isOfType, type Thing, textOf, thingsOf } from './entity.js';
import { availabilityOf, originalPriceOf, picturesOf, priceOf } from './offers.js';
import type { Made, PageFacts } from './page-facts.js';

/** The product of a page, as its structured data describe it. */
export function makeProduct(facts: PageFacts): Made<Product> {
  const thing = facts
    .things()
    .find((one) => isOfType(one, 'Product', 'ProductGroup', 'IndividualProduct', 'ProductModel'));
  const product = thing === undefined ? fromOpenGraph(facts) : fromThing(thing, facts);
  return product === undefined
    ? { warning: '`product` is missing: the page has no structured data of a product.' }
    : { value: product };
}

function fromThing(thing: Thing, { url, baseUrl, metadata }: PageFacts): Product | undefined {
  const title = textOf(thing, 'name') ?? asText(first(metadata.title));
  if (title === undefined) return undefined;
  const members = thingsOf(thing, 'hasVariant');
  const variants = (members.length > 0 ? members : [thing]).flatMap((member) => variantsOf(member, baseUrl));
  const address = textOf(thing, 'url') ?? asText(metadata.canonical) ?? url;
  return {
    title,
    url: URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : url,
    variants,
    ...defined({
      brand: textOf(thing, 'brand', 'manufacturer'),
      category: textOf(thing, 'category'),
      description: textOf(thing, 'description'),
    }),
  };
}

/** One for every offer; something that nobody offers is one all the same. */
function variantsOf(thing: Thing, baseUrl: string): ProductVariant[] {
  const offers = thingsOf(thing, 'offers').flatMap((offer) => {
    const inner = isOfType(offer, 'AggregateOffer') ? thingsOf(offer, 'offers') : [];
    return inner.length > 0 ? inner : [offer];
  });
  const images = picturesOf(thing, baseUrl);
  return (offers.length > 0 ? offers : [undefined]).map((offer) => {
    const original = offer && originalPriceOf(offer);
    return {
      availability: availabilityOf(offer),
      ...defined({
        id: textOf(thing, 'productID'),
        sku: textOf(offer, 'sku') ?? textOf(thing, 'sku'),
        title:
          textOf(offer, 'name') ?? (textOf(thing, 'isVariantOf') === undefined ? undefined : textOf(thing, 'name')),
        price: priceOf(offer),
        sale: original && { originalPrice: original },
        values: valuesOfVariant(thing),
        images: images.length > 0 ? images : undefined,
      }),
    };
  });
}

function valuesOfVariant(thing: Thing): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const name of ['color', 'size', 'material', 'pattern']) {
    const text = textOf(thing, name);
    if (text !== undefined) values[name] = text;
  }
  return Object.keys(values).length > 0 ? values : undefined;
}

/** Shops without structured data often have at least what social networks show of a product. */
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
