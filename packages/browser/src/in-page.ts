/** Code that runs in the page. It is text, because its types are those of a browser, which this service is not. */

/** The browser gives a page at most 50 ms of idle time, and less than that if a timer of the page is due earlier. */
const LONG_IDLE_MS = 45;

/**
 * Whether nothing in the page changes for so many milliseconds. Nothing changes in a page that has loaded and has no scripts,
 * frames and handlers, and does not lead to another one.
 *
 * @param trustsIdleTime whether the page does nothing, and is not asked any longer, as soon as the browser says that the thread of
 * the page has nothing to do for that time. A frame has a thread of its own.
 */
export const isUnchangedFor = (ms: number, trustsIdleTime: boolean) => `new Promise((resolve) => {
  const active = 'script, iframe, frame, object, embed, meta[http-equiv="refresh" i]';
  const handler = '//@*[starts-with(translate(local-name(), "ON", "on"), "on")]';
  const isActive = () =>
    document.readyState !== 'complete' ||
    document.querySelector(active) !== null ||
    document.evaluate(handler, document, null, XPathResult.ANY_UNORDERED_NODE_TYPE, null).singleNodeValue !== null;
  if (!isActive()) return resolve(true);
  let isOver = false;
  const end = (isUnchanged) => {
    isOver = true;
    observer.disconnect();
    clearTimeout(timer);
    resolve(isUnchanged);
  };
  const observer = new MutationObserver(() => end(false));
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const timer = setTimeout(() => end(true), ${ms});
  const due = performance.now() + ${ms};
  const look = (idle) => {
    if (isOver) return;
    // The timer of this script limits the idle time too.
    const longIdle = Math.min(${LONG_IDLE_MS}, due - performance.now() - 1);
    if (document.readyState === 'complete' && idle.timeRemaining() >= longIdle) end(true);
    else requestIdleCallback(look);
  };
  const isOfBrowser = (method) => /\\{\\s*\\[native code\\]\\s*\\}$/.test(Function.prototype.toString.call(method));
  const hasFrames = document.querySelector('iframe, frame, object, embed') !== null;
  if (!${trustsIdleTime} || hasFrames || !isOfBrowser(requestIdleCallback)) return;
  // What the page does in its next animation frame comes before.
  requestAnimationFrame(() => requestIdleCallback(look));
})`;

/**
 * The HTML of the page with its open shadow roots; null beyond so many characters, so that no page is sent that is too large
 * to be held; undefined for a page of which nothing has come yet that it could show.
 */
export const htmlUpTo = (maxLength: number) => `(() => {
  const { doctype, documentElement, body, readyState } = document;
  if (readyState === 'loading' && !body?.firstChild) return undefined;
  if (documentElement === null) return '';
  const shadowRoots = [];
  const collect = (root) => {
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (!shadowRoot) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const endTag = '</html>';
  const shell = documentElement.cloneNode(false).outerHTML;
  const html = shadowRoots.length > 0 && shell.endsWith(endTag)
    ? shell.slice(0, -endTag.length) + documentElement.getHTML({ shadowRoots }) + endTag
    : documentElement.outerHTML;
  return html.length > ${maxLength} ? null : (doctype ? '<!DOCTYPE ' + doctype.name + '>' : '') + html;
})()`;

/** The address of the page, its HTML, whether it may be a shell, and whether it has a banner, all at one moment. */
export const contentUpTo = (maxLength: number, maxTextOfShell: number, layoutSelector: string, hasBanner: string) =>
  `({
    url: location.href,
    html: ${htmlUpTo(maxLength)},
    mayBeShell: ${mayBeShell(maxTextOfShell, layoutSelector)},
    hasBanner: ${hasBanner},
  })`;

/**
 * Whether the page has scripts and so few characters of text outside of its layout that these may still have to make its
 * content.
 */
const mayBeShell = (maxLength: number, layoutSelector: string) => `(() => {
  const { body, scripts } = document;
  if (scripts.length === 0 || body === null) return false;
  const lengthOf = (element) => element.innerText.replace(/\\s+/g, '').length;
  const layout = ${JSON.stringify(layoutSelector)};
  const parts = [...body.querySelectorAll(layout)].filter(
    (element) => 'innerText' in element && !element.parentElement.closest(layout),
  );
  return parts.reduce((length, part) => length - lengthOf(part), lengthOf(body)) <= ${maxLength};
})()`;

/** Resolves when the page changes, or after so many milliseconds. */
export const changeWithin = (ms: number) => `new Promise((resolve) => {
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    resolve();
  };
  const observer = new MutationObserver(end);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const timer = setTimeout(end, ${ms});
})`;

/** The height of the whole page in CSS pixels, and how many pixels of the screen one of them has. */
export const PAGE_SIZE = '({ height: document.documentElement.scrollHeight, ratio: devicePixelRatio })';

/**
 * Shows the page part by part, as one who reads it would, so that what loads only in sight loads; resolves when the pictures down
 * to `height` have come, or failed. What the page adds at its end meanwhile is not shown, because it may have no end.
 */
export const showAllOf = (height: number) => `(async () => {
  const top = scrollY;
  const end = Math.min(${height}, document.documentElement.scrollHeight);
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let y = 0; y < end; y += Math.max(1, innerHeight)) {
    scrollTo({ top: y, behavior: 'instant' });
    await drawn();
  }
  const isShown = (image) => image.getClientRects().length > 0 && image.getBoundingClientRect().top + scrollY < end;
  const loading = [...document.images].filter((image) => !image.complete && isShown(image));
  await Promise.allSettled(loading.map((image) => image.decode()));
  scrollTo({ top, behavior: 'instant' });
  await drawn();
})()`;

/** Whether keys are written into an element. */
export const HAS_FOCUS =
  'document.activeElement !== null && (document.activeElement !== document.body || document.body.isContentEditable)';

/** Scrolls the window by its height. */
export const scrollWindow = (sign: number) => `window.scrollBy({ top: ${sign} * innerHeight, behavior: 'instant' })`;

interface ScrollingElement {
  readonly clientHeight: number;
  scrollBy(options: object): void;
}

/** Scrolls an element by its height. */
export const scrollElement = (element: ScrollingElement, sign: number) =>
  element.scrollBy({ top: sign * element.clientHeight, behavior: 'instant' });

/** How many elements the document has. */
export const countOfElements = "document.getElementsByTagName('*').length";

interface Field {
  readonly type?: unknown;
  readonly autocomplete?: unknown;
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(field: Field): object } };
}

/** Whether a field contains a secret of the user: a password, a code or the number of a card. */
export const isSecretField = (field: Field): boolean => {
  const style = field.ownerDocument.defaultView.getComputedStyle(field);
  const isMasked = 'webkitTextSecurity' in style && style.webkitTextSecurity !== 'none';
  return field.type === 'password' || isMasked || /password|one-time-code|\bcc-/.test(String(field.autocomplete));
};

interface Linking {
  target: string;
  closest(selector: string): Linking | null;
  readonly form?: Linking | null;
  readonly formTarget?: string;
  readonly ownerDocument: {
    querySelector(selector: string): Linking | null;
    querySelectorAll(selector: string): Iterable<{ name: string }>;
  };
  removeAttribute(name: string): void;
}

/** Lets the link or the form of an element open in place of its page, where it would open a window. */
export const openInPlace = (element: Linking): void => {
  const opener = element.closest('a[href], area[href]') ?? element.form;
  if (!opener) return;
  const { ownerDocument } = element;
  const target = element.formTarget || opener.target || ownerDocument.querySelector('base[target]')?.target || '';
  const isFrame = [...ownerDocument.querySelectorAll('iframe, frame')].some(({ name }) => name === target);
  if (target === '' || isFrame || /^_(?:self|parent|top)$/i.test(target)) return;
  element.removeAttribute('formtarget');
  opener.target = '_self';
};
