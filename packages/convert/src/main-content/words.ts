/**
 * All words by which parts of a page are told apart, and all that they can do: to tip the balance for a part before the first
 * or after the last paragraph. Between the paragraphs no word and no class decides.
 */

/** Words in classes and ids of parts around the text. */
export const NAMES: ReadonlySet<string> = new Set(
  `ad ads advert advertisement advertising banner breadcrumb breadcrumbs byline consent cookie cookies disqus foot footer gdpr
  masthead menu menubar modal nav navbar navfooter navheader navigation navpath newsletter outbrain pager pagination popup
  promo promotion recirc recommended related share sharing sidebar signup skip social sponsor sponsored subscribe taboola
  toolbar topbar trending`.split(/\s+/),
);

/** Words in the classes and ids of comments: they are often longer than the article, and the content of a discussion. */
export const NAMES_OF_COMMENTS: ReadonlySet<string> = new Set([
  'comment',
  'comments',
  'commentlist',
  'respond',
  'disqus',
]);

/** Words in the classes and ids of what stands around the text of an article. */
export const NAMES_BESIDE_ARTICLES: ReadonlySet<string> = new Set(
  `author authors bio contributor credit credits dateline meta metadata timestamp eyebrow kicker keywords taglist tags topics
  posted postmeta follow print sharebar sharedaddy sharethis addthis addtoany shares socials more readmore mostread popular
  recommendation recommendations relatedposts teaser teasers latest upnext ticker breaking carousel playlist cta donate
  donation membership optin paywall register subscription livefyre conversation discussion reactions rating ratings
  disclaimer disclosure tooltip popover dropdown flyout`.split(/\s+/),
);

/** Words of links to the page before and the page after. */
export const STEPS: ReadonlySet<string> = new Set(['prev', 'previous', 'next']);
