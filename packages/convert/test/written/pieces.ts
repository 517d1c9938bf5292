/** What stands in a piece of an article: its mark has to be in the result. */
export interface Filling {
  /** A word that is nowhere else in the page. */
  readonly mark: string;
  /** Words with which extractors look for what is no content. */
  readonly label: string;
  /** Classes, of which one is such a word. */
  readonly names: string;
}

type Piece = (filling: Filling) => string;

const SENTENCE = 'was measured at the northern pier on each of the four days, and then once more.';

/** What a person may write between two paragraphs, by the name of its kind. */
export const PIECES: Readonly<Record<string, Piece>> = {
  paragraph: ({ mark, names }) => `<p class="${names}">${mark} ${SENTENCE}</p>`,
  'short paragraph': ({ mark, names }) => `<p class="${names}">${mark} again.</p>`,
  'paragraph with an id': ({ mark, names }) => `<p id="${names}">${mark} again.</p>`,
  'labelled line': ({ mark, label }) => `<p>${label}: ${mark}</p>`,
  'labelled line in bold': ({ mark, label }) => `<p><strong>${label}:</strong> ${mark} again</p>`,
  'line that begins with a label': ({ mark, label }) => `<p>${label} the ${mark} with care.</p>`,
  'text without a paragraph': ({ mark, label }) => `${label} the ${mark} with care.<br>Then go on.`,
  'box with text': ({ mark, names }) => `<div class="${names}">${mark} again, with care.</div>`,
  'box with a paragraph': ({ mark, names }) => `<div class="${names}"><p>${mark} ${SENTENCE}</p></div>`,
  'box with a short paragraph': ({ mark, names, label }) => `<div class="${names}"><p>${label} ${mark}</p></div>`,
  'box in boxes': ({ mark, names }) => `<div><div class="${names}"><div><p>${mark} again.</p></div></div></div>`,
  'box with a title': ({ mark, names, label }) =>
    `<div class="${names}"><p class="title">${label}</p><p>${mark} ${SENTENCE}</p></div>`,
  heading: ({ mark, names }) => `<h2 class="${names}">${mark}</h2><p>The tide ${SENTENCE}</p>`,
  'heading with a label': ({ mark, label }) => `<h3>${label}</h3><p>${mark} ${SENTENCE}</p>`,
  'heading that begins with a label': ({ mark, label }) => `<h2>${label} ${mark}</h2><p>The tide ${SENTENCE}</p>`,
  'heading above a list': ({ mark, label }) => `<h2>${label}</h2><ul><li>${mark}</li><li>Other</li></ul>`,
  'heading above code': ({ mark, label }) => `<h4>${label}</h4><pre>${mark} --all</pre>`,
  'heading that is its own anchor': ({ mark }) =>
    `<h2 id="part"><a class="header-anchor" href="#part">${mark}</a></h2><p>The tide ${SENTENCE}</p>`,
  'heading that is an anchor of its page': ({ mark }) =>
    `<h2 id="part"><a class="anchor-link" href="/tides#part"><span>${mark}</span></a></h2><p>The tide ${SENTENCE}</p>`,
  section: ({ mark, names, label }) =>
    `<section class="${names}"><h2>${label}</h2><p>${mark} ${SENTENCE}</p><p>The tide ${SENTENCE}</p></section>`,
  'section with an id': ({ mark, names, label }) =>
    `<section id="${names}"><h2>${label}</h2><p>${mark} ${SENTENCE}</p></section>`,
  'section with a header': ({ mark, names }) =>
    `<section><header class="${names}"><h2>${mark}</h2></header><p>The tide ${SENTENCE}</p></section>`,
  'section with a footer': ({ mark, names }) =>
    `<section><p>The tide ${SENTENCE}</p><footer class="${names}"><p>${mark} ${SENTENCE}</p></footer></section>`,
  'article in the article': ({ mark, names }) => `<article class="${names}"><p>${mark} ${SENTENCE}</p></article>`,
  aside: ({ mark, names }) => `<aside class="${names}"><p>${mark} ${SENTENCE}</p></aside>`,
  'short aside': ({ mark, names }) => `<aside class="${names}">${mark} again</aside>`,
  'part with the role of a note': ({ mark, names }) => `<div role="note" class="${names}">${mark} again.</div>`,
  'part with the role of a dialog': ({ mark, names }) =>
    `<div role="dialog" class="${names}"><p>${mark} ${SENTENCE}</p></div>`,
  'part with the role of a complement': ({ mark, names }) =>
    `<div role="complementary" class="${names}"><p>${mark} ${SENTENCE}</p></div>`,
  'part with the role of a region': ({ mark, names, label }) =>
    `<div role="region" aria-label="${label}" class="${names}"><p>${mark} ${SENTENCE}</p></div>`,
  list: ({ mark, label, names }) => `<ul class="${names}"><li>Keep it.</li><li>${label}: ${mark}</li></ul>`,
  'list of terms': ({ mark, label }) => `<ol><li>${label}</li><li>${mark}</li></ol>`,
  'list in a list': ({ mark, label }) => `<ul><li>${label}<ul><li>${mark} with care</li></ul></li></ul>`,
  'list with a paragraph': ({ mark, names }) => `<ol><li class="${names}"><p>${mark} ${SENTENCE}</p></li></ol>`,
  definition: ({ mark, label, names }) => `<dl class="${names}"><dt>${label}</dt><dd>${mark}</dd></dl>`,
  'defined term': ({ mark, label }) => `<dl><dt>${label} ${mark}</dt><dd>What it is.</dd></dl>`,
  table: ({ mark, label, names }) =>
    `<table class="${names}"><tr><th>A</th><th>B</th></tr><tr><td>${label}</td><td>${mark}</td></tr></table>`,
  'table with a label in its head': ({ mark, label }) =>
    `<table><thead><tr><th>${label}</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>${mark}</td></tr></tbody></table>`,
  'table without a head': ({ mark, label, names }) =>
    `<table><tr><td class="${names}">${label}</td><td>${mark}</td></tr><tr><td>2</td><td>3</td></tr></table>`,
  'caption of a table': ({ mark, label }) =>
    `<table><caption>${label}: ${mark}</caption><tr><th>A</th></tr><tr><td>1</td></tr></table>`,
  code: ({ mark, label }) => `<pre><code>${label}: ${mark}\nscript:\n  - npm ci</code></pre>`,
  'code in a box': ({ mark, names }) =>
    `<div class="${names}"><pre class="language-sh"><code>echo ${mark}</code></pre></div>`,
  'highlighted code': ({ mark, names }) =>
    `<pre><code class="hljs"><span class="${names}">@${mark}</span>\ndef f(): pass</code></pre>`,
  'code in a sentence': ({ mark, names }) => `<p>Call <code class="${names}">${mark}()</code> then.</p>`,
  quote: ({ mark, label, names }) => `<blockquote class="${names}"><p>${label}: ${mark}</p></blockquote>`,
  'quote with its source': ({ mark }) =>
    `<blockquote><p>The tide ${SENTENCE}</p><footer>${mark}, in a letter</footer></blockquote>`,
  'cited quote': ({ mark, names }) =>
    `<figure class="${names}"><blockquote><p>The tide turns.</p></blockquote><figcaption>${mark}, in a letter</figcaption></figure>`,
  'caption of a picture': ({ mark, label, names }) =>
    `<figure class="${names}"><img src="/a.png" alt="Pier"><figcaption>${label}: ${mark}</figcaption></figure>`,
  drawing: ({ mark, names }) =>
    `<div class="${names}"><svg viewBox="0 0 24 24"><text>${mark}</text><text>Ebb</text></svg></div>`,
  'label of a drawing in a sentence': ({ mark }) => `<p>The tide <svg><text>${mark}</text></svg> turns.</p>`,
  'caption of a drawing': ({ mark }) =>
    `<figure><svg viewBox="0 0 24 24"></svg><figcaption>${mark} again</figcaption></figure>`,
  'caption of what a script draws': ({ mark, names }) =>
    `<figure class="${names}"><div id="chart"></div><figcaption>${mark} again</figcaption></figure>`,
  'caption in a box': ({ mark }) =>
    `<div class="image"><img src="/a.png" alt="Pier"><div class="caption">${mark} again</div></div>`,
  details: ({ mark, label, names }) =>
    `<details class="${names}"><summary>${label}</summary><p>${mark} ${SENTENCE}</p></details>`,
  'summary of details': ({ mark }) => `<details><summary>${mark}</summary><p>The tide ${SENTENCE}</p></details>`,
  questions: ({ mark, label }) =>
    `<section><h2>${label}</h2><h3>Is it cold?</h3><p>${mark} yes.</p><h3>Is it deep?</h3><p>No.</p></section>`,
  'words of a sentence': ({ mark, names }) => `<p>The tide <span class="${names}">${mark}</span> turns.</p>`,
  'marked words': ({ mark, names }) => `<p>The tide <mark class="${names}"><b>${mark}</b></mark> turns.</p>`,
  'link in a sentence': ({ mark, names }) =>
    `<p>The tide is <a class="${names}" href="https://tide.example/">${mark}</a> today.</p>`,
  'line that is a link': ({ mark, names }) => `<p class="${names}"><a href="/tide">${mark} of today</a></p>`,
  'list of links after a sentence': ({ mark }) =>
    `<p>There is more on each:</p><ul><li><a href="/a">${mark}</a></li><li><a href="/b">Ebb</a></li></ul>`,
  'list of links below a heading': ({ mark, label }) =>
    `<h2>${label}</h2><ul><li><a href="https://a.example/">${mark}</a></li><li><a href="https://b.example/">Ebb</a></li></ul>`,
  'links with words': ({ mark, names }) =>
    `<ul class="${names}"><li><a href="/a">Ebb</a>: ${mark} falls.</li><li><a href="/b">Flood</a>: it rises.</li></ul>`,
  'card of another site': ({ mark, names }) =>
    `<figure class="${names}"><a href="https://tide.example/"><div><div>Tides</div><div>${mark} ${SENTENCE}</div></div></a></figure>`,
  'terms in boxes': ({ mark, label, names }) =>
    `<dl><div class="${names}"><dt>${label}</dt><dd>${mark}</dd></div></dl>`,
  'details with a box': ({ mark, label, names }) =>
    `<details><summary>${label}</summary><div class="${names}">${mark}</div></details>`,
  'part with a role of a document': ({ mark, names }) =>
    `<div role="doc-epigraph" class="${names}"><p>${mark}</p></div>`,
  'formula below tabs': ({ mark }) =>
    `<div><b role="tab">a</b><b role="tab">b</b></div><div><p>Ebb.</p><p>Flood.</p></div><script type="math/tex">${mark}</script>`,
  address: ({ mark }) => `<address>${mark}, 12 Pier Road</address>`,
  'key in a sentence': ({ mark }) => `<p>Press <kbd>${mark}</kbd> or <button>Go</button>.</p>`,
  'button in a sentence': ({ mark }) => `<p>Press <button>${mark}</button> to go on.</p>`,
  'question of a panel': ({ mark }) =>
    `<h3><button aria-expanded="false">${mark}</button></h3><div><p>The tide ${SENTENCE}</p></div>`,
  'question of a panel in a box': ({ mark, names }) =>
    `<div class="${names}"><div><button aria-expanded="false" aria-controls="answer">${mark}?</button></div><div id="answer" hidden><p>The tide ${SENTENCE}</p></div></div>`,
  'answer of a panel': ({ mark, label, names }) =>
    `<div class="${names}"><h3><button aria-expanded="false">${label}?</button></h3><div style="display: none"><p>${mark} yes.</p></div></div>`,
  'button in the words of a sentence': ({ mark, names }) =>
    `<p>The tide <span class="${names}"><button><em>${mark}</em></button></span> turns.</p>`,
  'note that is hidden in its reference': ({ mark, names }) =>
    `<p>The tide turns<span class="${names}">*<span hidden>${mark} ${SENTENCE}</span></span>.</p>`,
  'note behind its number': ({ mark, names }) =>
    `<p>The tide turns<sup>7</sup><span class="${names}"><sup>7</sup> ${mark} ${SENTENCE}</span>.</p>`,
  'panel of tabs': ({ mark, names }) => `<div class="${names}"><div role="tabpanel" hidden><p>${mark}</p></div></div>`,
  'element of its own': ({ mark, names }) => `<tide-note class="${names}"><p>${mark} ${SENTENCE}</p></tide-note>`,
  'style that hides nothing': ({ mark }) =>
    `<div style="backface-visibility: hidden; --display: none"><p>${mark} again.</p></div>`,
  'style in capitals': ({ mark }) => `<p style="COLOR: red; background:url('display:none')">${mark} again.</p>`,
  'class of wide screens': ({ mark }) => `<div class="hidden md:block"><p>${mark} again.</p></div>`,
  ruby: ({ mark }) => `<p>Read <ruby>潮<rt>${mark}</rt></ruby> aloud.</p>`,
  'form of an example': ({ mark }) => `<fieldset><legend>Tide</legend><p>${mark} again.</p></fieldset>`,
  'line after a rule': ({ mark, label }) => `<hr><p>${label} ${mark}</p><hr>`,
  date: ({ mark }) => `<p>On March 3, 2026 ${mark} rose.</p>`,
  update: ({ mark, label }) => `<p><em>${label}, March 3, 2026: ${mark} rose.</em></p>`,
};

/** Words with which extractors look for what is no content; writers use them as well. */
export const LABELS: readonly string[] =
  `Discussion|Comments|Comment|Loading the data|Processing payments|Save|Print|Tags|Source|Topics|Categories|Related|
Related work|Read more|More|See also|Share|Sharing state|Follow|Newsletter|Subscribe|Sign up|Advertisement|Ad|Sponsored|
Author|About the author|Written by|By|Posted|Published|Updated|Date|Copyright|Photo|Image|Credit|Video|Close|Menu|
Navigation|Search|Skip|Next|Previous|Top|Back|Home|Footer|Header|Sidebar|Latest|Popular|Trending|Recommended|FAQ|
Questions|Summary|Key points|Conclusion|References|Further reading|Notes|Note|Warning|Disclaimer|Contact|Media contact|
Notes to editors|Rating|Reviews|Download|Login|Register|Cookies|Privacy|Terms|Themen|Kommentare|Teilen|Quelle|Mehr|
Commentaires|Partager|Comentarios|Etiquetas|Compartir|Tag|评论|相关|标签|Комментарии|コメント|Abstract|Discussion of results|
Label|Keywords|Text|Edit|Editing files|Translated by|In brief|In this article|Continue reading|Load more|Show more`
    .replaceAll('\n', '')
    .split('|');

/** Classes of boilerplate, of utilities, of highlighters and of modules. Publishers name parts of a text like this too. */
export const NAMES: readonly string[] =
  `anchorWithStickyNavbar_LWe7 hljs-meta code-toolbar print:text-black tooltip author more social-link share related comments
comment discussion sidebar nav navbar navigation menu footer foot header masthead banner promo promotion ad ads advert
advertisement sponsored newsletter subscribe signup cta popup modal overlay cookie consent gdpr breadcrumb breadcrumbs
pager pagination prev-next tags taglist topics meta metadata post-meta entry-meta byline dateline timestamp author-bio
contributor credit credits source caption disclaimer disclosure rating reviews carousel slider gallery widget
toolbar tool-bar topbar sticky fixed hidden-xs hidden-print no-print noprint print d-print-none sr-only-focusable
hide-on-mobile md:hidden lg:block dark:text-white hover:underline toc table-of-contents index outline collapse accordion
tab tabs dropdown flyout popover teaser card cards box callout note tip warning alert info message notice legal
copyright recommended popular trending latest breaking ticker live playlist video player embed social-embed follow
register login search form input button btn skip skip-link read-more continue next previous related-work
related_posts relatedArticles comment-form css-1x2y3z4 styles_sidebar__3kXy9 Sidebar_menu__a1B2 _nav_12ab3 c-footer
u-hidden-sm is-hidden-mobile js-toggle component--share-tools outbrain taboola disqus print-only supplemental rail
secondary extra external interlude agegate reader-response hero intro summary lead key-points faq footnotes appendix`
    .trim()
    .split(/\s+/);
