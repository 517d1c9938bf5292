import { hasShownText } from './content.js';
import { attribute, bodyOf, type Document, type Element, elementsOf, hasInSource, isTag, plainText } from './html.js';
import { imageUrl, isUnseen } from './urls.js';

/**
 * Shows the content of `<noscript>` where it is the only content. Pages that are rendered by scripts are empty without
 * it, and images that a script loads late have no other address.
 */
export function showNoscript(document: Document): void {
  if (!hasInSource(document, 'noscript')) return;
  const body = bodyOf(document);
  const noscripts = [...elementsOf(body)].filter(({ name }) => name === 'noscript');
  if (noscripts.length === 0) return;
  if (!hasShownText(body)) for (const element of noscripts) element.name = 'div';
  else for (const element of noscripts) showLateImage(element);
}

/** Shows an image in the place of the stand-in before it. An image that the page already shows needs none. */
function showLateImage(element: Element): void {
  const [image, ...others] = [...elementsOf(element)].filter(({ name }) => name === 'img');
  if (image === undefined || others.length > 0 || isUnseen(image) || plainText(element) !== '') return;
  let sibling = element.prev;
  while (sibling !== null && !isTag(sibling)) sibling = sibling.prev;
  if (sibling?.name === 'img') {
    if (isLoadedLate(sibling) || imageUrl(sibling, '') === imageUrl(image, '')) return;
    sibling.attribs.hidden = '';
  }
  element.name = 'span';
}

/** Whether an image names, beside its stand-in, the image that a script loads. */
function isLoadedLate(image: Element): boolean {
  const url = imageUrl(image, '');
  return url !== undefined && !url.startsWith('data:') && url !== attribute(image, 'src');
}
