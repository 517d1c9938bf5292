/** What a person found to be the main content of a page, after reading it. */
export interface GoldPage {
  /** In `test/sites`. */
  readonly file: string;
  readonly kind: 'documentation' | 'article' | 'other';
  /** CSS selector of the elements that hold the content. */
  readonly content: string;
  /** CSS selector of what stands in them and is not content. */
  readonly without?: string;
}

export const GOLD: readonly GoldPage[] = [
  {
    file: 'apache/mod_headers.html',
    kind: 'documentation',
    content: '#page-content',
    without: '.toplang, #quickview, .top',
  },
  { file: 'asciidoctor/Block.html', kind: 'documentation', content: 'main', without: '.method-click-advice' },
  { file: 'attrs/hashing.html', kind: 'documentation', content: '[itemprop="articleBody"]' },
  { file: 'bind9/chapter10.html', kind: 'documentation', content: '[itemprop="articleBody"]' },
  { file: 'debian/developer-duties.html', kind: 'documentation', content: '.body' },
  { file: 'debian/faq-choosing.html', kind: 'documentation', content: '.chapter' },
  { file: 'django/signing.html', kind: 'documentation', content: '#bd #yui-main' },
  {
    file: 'eigen/TutorialMatrixClass.html',
    kind: 'documentation',
    content: '#doc-content .headertitle, #doc-content .contents',
    without: '.ttc',
  },
  { file: 'flask/fileuploads.html', kind: 'documentation', content: '.body' },
  {
    file: 'git/git-stash.html',
    kind: 'documentation',
    content: '#header h1, #header h2, #header .sectionbody, #content',
  },
  { file: 'gtk/DropTarget.html', kind: 'documentation', content: '#main' },
  { file: 'mkdocs/deploying-your-docs.html', kind: 'documentation', content: '[role="main"]' },
  { file: 'nodejs/querystring.html', kind: 'documentation', content: '#apicontent' },
  { file: 'openjdk/StringJoiner.html', kind: 'documentation', content: 'main' },
  { file: 'postfix/TUNING_README.html', kind: 'documentation', content: 'body' },
  { file: 'postgresql/datatype-numeric.html', kind: 'documentation', content: '.sect1' },
  { file: 'postgresql/tutorial-join.html', kind: 'documentation', content: '.sect1' },
  { file: 'python/textwrap.html', kind: 'documentation', content: '.body' },
  { file: 'rust-book/ch03-05-control-flow.html', kind: 'documentation', content: 'main' },
  {
    file: 'rust-core/cell.html',
    kind: 'documentation',
    content: '#main-content',
    without: '.out-of-band, .toggle-wrapper > summary',
  },
  { file: 'sqlite/faq.html', kind: 'documentation', content: 'body', without: '.nosearch, body > p:last-of-type' },
  {
    file: 'sqlite/whentouse.html',
    kind: 'documentation',
    content: 'body',
    without: '.nosearch, body > p:last-of-type',
  },
  { file: 'valgrind/quick-start.html', kind: 'documentation', content: '.article' },
  {
    file: 'composed/harbour-ferry.html',
    kind: 'article',
    content: '.story-headline, .standfirst, .story-body',
    without: '.promo',
  },
  { file: 'composed/sourdough-blog.html', kind: 'article', content: '.entry-title, .entry-content' },
  { file: 'composed/forum-thread.html', kind: 'article', content: 'h1, .post-text' },
  { file: 'composed/lantern-product.html', kind: 'article', content: 'main', without: 'main nav' },
  { file: 'composed/osteria-menu.html', kind: 'article', content: '#menu' },
  { file: 'composed/river-levels.html', kind: 'article', content: 'td[width="160"] + td' },
  { file: 'composed/shop-tent.html', kind: 'other', content: '.product-page' },
  { file: 'composed/forum-bread.html', kind: 'other', content: 'h1, .postbody' },
  { file: 'composed/listing-jobs.html', kind: 'other', content: 'main', without: '.pagination' },
  { file: 'composed/wiki-heather.html', kind: 'other', content: '#content', without: '#siteSub' },
  { file: 'composed/changelog-kettle.html', kind: 'other', content: '.content' },
  { file: 'composed/recipe-plum-cake.html', kind: 'other', content: 'h1, .entry-content' },
  { file: 'composed/landing-ledger.html', kind: 'other', content: 'section' },
  { file: 'composed/news-chinese.html', kind: 'other', content: 'h1, .dek, .text' },
  { file: 'composed/news-arabic.html', kind: 'other', content: 'h1, .dek, .text' },
  { file: 'composed/news-german.html', kind: 'other', content: 'h1, .dek, .text' },
];
