import { once } from '../page/once.js';
import { contentText, hasShownText } from './content.js';
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
  else {
    const shownLength = once(() => contentText({ roots: [body], dropped: new Set() }).length);
    for (const element of noscripts) {
      if (isPage(element, shownLength)) element.name = 'div';
      else showLateImage(element);
    }
  }
}

/** A shorter text only says that the page needs its scripts. */
const LENGTH_OF_PAGE = 500;

/** Whether an element holds the text that a script would render: it is longer than all that the page shows meanwhile. */
function isPage(element: Element, shownLength: () => number): boolean {
  const { length } = plainText(element);
  return length >= LENGTH_OF_PAGE && length > shownLength();
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
