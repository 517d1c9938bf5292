import { isNavigation } from './navigation.js';
import type { PageScripts } from './page-scripts.js';

/** A document that may show a banner. */
interface ConsentFrame extends PageScripts {
  name(): string;
  url(): string;
  isDetached(): boolean;
}

/** A page whose documents can be asked. */
export interface ConsentPage {
  mainFrame(): ConsentFrame;
  frames(): readonly ConsentFrame[];
}

/** Buttons of common consent managers: one that rejects, and one that accepts where none rejects. */
const BUTTONS: readonly (readonly [reject: string, accept: string])[] = [
  // OneTrust
  ['#onetrust-reject-all-handler', '#onetrust-accept-btn-handler'],
  // Cookiebot
  ['#CybotCookiebotDialogBodyButtonDecline', '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll'],
  // Didomi
  ['#didomi-notice-disagree-button, .didomi-continue-without-agreeing', '#didomi-notice-agree-button'],
  // Quantcast Choice
  ['.qc-cmp2-summary-buttons #disagree-btn', '.qc-cmp2-summary-buttons button[mode="primary"]'],
  // Usercentrics
  [
    '[data-testid="uc-deny-all-button"], #usercentrics-cmp-ui [data-action-type="deny"]',
    '[data-testid="uc-accept-all-button"], #usercentrics-cmp-ui [data-action-type="accept"]',
  ],
  // TrustArc
  ['#truste-consent-required', '#truste-consent-button'],
  // Sourcepoint
  ['.sp_choice_type_13', '.sp_choice_type_11'],
  // Google
  ['.fc-cta-do-not-consent', '.fc-cta-consent'],
  // Osano
  ['.osano-cm-denyAll', '.osano-cm-accept-all'],
  // Cookie Consent by Osano, before it had that name
  ['.cc-window .cc-deny', '.cc-window .cc-dismiss, .cc-window .cc-allow'],
  // CookieConsent by Orest Bida
  ['#cc-main [data-role="necessary"]', '#cc-main [data-role="all"]'],
  // CookieYes
  ['.cky-btn-reject', '.cky-btn-accept'],
  // Complianz
  ['.cmplz-cookiebanner .cmplz-deny', '.cmplz-cookiebanner .cmplz-accept'],
  // CookieScript
  ['#cookiescript_reject', '#cookiescript_accept'],
  // iubenda
  ['.iubenda-cs-reject-btn', '.iubenda-cs-accept-btn'],
  // Klaro
  ['.klaro .cm-btn-decline', '.klaro .cm-btn-success'],
  // consentmanager
  ['#cmpwelcomebtnno', '#cmpwelcomebtnyes'],
  // CookieFirst
  ['[data-cookiefirst-action="reject"]', '[data-cookiefirst-action="accept"]'],
  // Termly
  ['[data-tid="banner-decline"]', '[data-tid="banner-accept"]'],
  // HubSpot
  ['#hs-eu-decline-button', '#hs-eu-confirmation-button'],
  // Civic
  ['#ccc-reject-settings, #ccc-notify-reject', '#ccc-recommended-settings, #ccc-notify-accept'],
  // Axeptio
  ['#axeptio_btn_dismiss', '#axeptio_btn_acceptAll'],
  // tarteaucitron
  ['#tarteaucitronAllDenied2', '#tarteaucitronPersonalize2'],
];

/** Ids, classes and labels of banners that sites have made themselves. */
const NAMES =
  '(?:cookie|gdpr|privacy)[-_ ]?(?:s[-_ ]?)?(?:banner|bar|consent|dialog|layer|law|message|modal|notice|notification|overlay|popup|prompt|wall)|consent[-_ ]?(?:banner|bar|dialog|layer|manager|modal|notice|overlay|popup)';

/** What the buttons of such banners say, as a whole or before more words. */
const REJECT =
  'reject|decline|deny|refuse|disagree|only (?:necessary|essential)|(?:necessary|essential)(?: cookies)? only|continue without|alle ablehnen|ablehnen|nur (?:notwendige|erforderliche)|tout refuser|refuser|continuer sans|rechazar|rifiuta|weigeren|alles weigeren|rejeitar|recusar|odrzuć';
const ACCEPT =
  "accept|agree|allow|got it|ok|i understand|alle akzeptieren|akzeptieren|zustimmen|einverstanden|tout accepter|accepter|j'accepte|aceptar|acepto|accetta|akkoord|accepteren|aceitar|zgadzam|akceptuj";

/**
 * Finds a banner that has not been closed, and the button that closes it. Elements in open shadow trees are found too. A banner is
 * a box of its own that stays in sight and says that it is about cookies. The boxes of common managers are not asked for.
 */
const FIND = `((buttons, names, reject, accept) => {
  const roots = [document];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let at = walker.nextNode(), left = 50000; at && left > 0; at = walker.nextNode(), left--) {
      if (at.shadowRoot) roots.push(at.shadowRoot);
    }
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  for (const pair of buttons) {
    for (const selector of pair) {
      const button = all(selector).find(isSeen);
      if (button) return { button };
    }
  }
  const describes = new RegExp(names, 'i');
  const nameOf = (element) => [element.id, element.getAttribute('class'), element.getAttribute('aria-label')].join(' ');
  const stays = (element) => /fixed|sticky/.test(getComputedStyle(element).position) || element.localName === 'dialog';
  const box = all('div, section, aside, dialog, form, footer').find((element) =>
    describes.test(nameOf(element)) && isSeen(element) && stays(element) && /cookie/i.test(element.textContent));
  if (!box) return undefined;
  const choices = [...box.querySelectorAll('button, a, input[type=button], input[type=submit], [role=button]')].filter(isSeen);
  const saying = (words) => choices.find((choice) => new RegExp('^(?:' + words + ')(?!\\\\p{L})', 'iu').test((choice.value || choice.textContent).trim()));
  return { box, button: saying(reject) ?? saying(accept) };
})(${[BUTTONS, NAMES, REJECT, ACCEPT].map((value) => JSON.stringify(value)).join(', ')})`;

/** Whether the document has a banner. */
export const HAS_BANNER = `${FIND} !== undefined`;

/** Closes one banner, by its own button where it has one; says whether there was one. */
const CLOSE = `(() => {
  const banner = ${FIND};
  if (!banner) return false;
  const { box, button } = banner;
  button?.click();
  // The script of the banner closes it, perhaps with a transition. The result is not checked.
  if (button) box?.style.setProperty('transition', 'none', 'important');
  else {
    box.remove();
    for (const element of [document.documentElement, document.body]) element.style.setProperty('overflow', 'visible', 'important');
  }
  return true;
})()`;

/** Some managers show their banner in a frame. */
const FRAME = /consent|cookie|cmp|privacy|sp_message/i;

/** Banners of one page: one may follow another. */
const MAX_BANNERS = 3;

interface Closing {
  /** Waits for what a click changes. */
  settle(): Promise<void>;
  /** Runs scripts in the main frame. By default, the driver does. */
  readonly scripts?: PageScripts;
  /** Whether it is known that the main frame has no banner. */
  readonly isOnlyInFrames?: boolean;
}

/** Closes the cookie banners of a page, so that they hide nothing of it. Resolves to whether there was one. */
export async function closeConsentBanners(page: ConsentPage, closing: Closing): Promise<boolean> {
  const { settle, scripts = page.mainFrame(), isOnlyInFrames = false } = closing;
  let count = 0;
  for (; count < MAX_BANNERS; count++) {
    const isInMainFrame = (count > 0 || !isOnlyInFrames) && (await closeIn(page.mainFrame(), scripts));
    if (!isInMainFrame && !(await closeInFrames(page))) break;
    await settle();
  }
  return count > 0;
}

async function closeInFrames(page: ConsentPage): Promise<boolean> {
  const main = page.mainFrame();
  const others = page.frames().filter((frame) => frame !== main && FRAME.test(frame.name() + frame.url()));
  for (const frame of others) if (await closeIn(frame, frame)) return true;
  return false;
}

async function closeIn(frame: ConsentFrame, scripts: PageScripts): Promise<boolean> {
  try {
    return await scripts.evaluate<boolean>(CLOSE);
  } catch (error) {
    // A click closes the frame that it is in, and a page that has gone on to another one shows its banner there.
    if (isNavigation(error)) return frame.isDetached();
    throw error;
  }
}
