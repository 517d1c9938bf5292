import { absoluteUrl } from '../absolute-url.js';
import type { Availability, Picture, Price } from '../page/data.js';
import { defined } from './defined.js';
import { asNumber, asText, type Entity, entitiesOf, isEntity, localName, textOf, valuesOf } from './entity.js';

/** The price of an offer, or undefined when the page gives no number. */
export function priceOf(offer: Entity | undefined): Price | undefined {
  const specification = entitiesOf(offer, 'priceSpecification').find((one) => !isOriginal(one));
  for (const [source, name] of [
    [offer, 'price'],
    [specification, 'price'],
    [offer, 'lowPrice'],
  ] as const) {
    const [value] = valuesOf(source, name);
    const amount = asNumber(value);
    if (amount === undefined) continue;
    const currency = textOf(source, 'priceCurrency') ?? textOf(offer, 'priceCurrency');
    return currency === undefined ? { amount } : { amount, currency };
  }
  return undefined;
}

/** The price before a discount, where the page gives one. */
export function originalPriceOf(offer: Entity): Price | undefined {
  const price = priceOf(entitiesOf(offer, 'priceSpecification').find(isOriginal));
  return price && { ...defined({ currency: textOf(offer, 'priceCurrency') }), ...price };
}

function isOriginal(specification: Entity): boolean {
  return /(?:ListPrice|StrikethroughPrice|SRP|MSRP)$/.test(textOf(specification, 'priceType') ?? '');
}

const IN_STOCK = new Set(['InStock', 'InStoreOnly', 'OnlineOnly', 'LimitedAvailability']);
const OUT_OF_STOCK = new Set(['OutOfStock', 'SoldOut', 'Discontinued', 'BackOrder', 'PreOrder', 'PreSale']);

/** Empty when the page does not say. */
export function availabilityOf(offer: Entity | undefined): Availability {
  const text = textOf(offer, 'availability');
  if (text === undefined) return {};
  const name = localName(text);
  if (IN_STOCK.has(name)) return { inStock: true, text: name };
  return OUT_OF_STOCK.has(name) ? { inStock: false, text: name } : { text: name };
}

export function picturesOf(entity: Entity, baseUrl: string): Picture[] {
  return valuesOf(entity, 'image').flatMap((image) => {
    const address = isEntity(image) ? textOf(image, 'url', 'contentUrl', '@id') : asText(image);
    const url = address === undefined ? undefined : absoluteUrl(address, baseUrl);
    if (url === undefined) return [];
    const alt = isEntity(image) ? textOf(image, 'caption', 'name') : undefined;
    return [{ url, ...(alt === undefined ? {} : { alt }) }];
  });
}
