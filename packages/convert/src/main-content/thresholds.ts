/**
 * The shares and lengths by which main content is told from the rest. Shares are of the page or of the part that is named; lengths are in
 * characters without white space, of which one of Chinese, Japanese or Korean counts twice. A change is tried with
 * `npm run quality -w @trawl/convert -- --marked FOLDER --pages`, and with `EXPLORE=1` on `test/written`.
 *
 * The runs of November 2026 changed one threshold at a time, to 0.7 and to 1.4 of its value: they tried 67 pages of the tests of
 * Readability (R) and 474 of those of trafilatura (T), which have F1 of .949 and .899 as it is. Where no run stands, none was made
 * or it changed nothing. None of them changed what is kept of generated articles.
 */
export const THRESHOLDS = {
  /** A named box with a larger share of the text of the page is content: a layout may be named after its sidebar. T .899, .898 */
  shareOfNamedFrame: 0.4,
  /** Names that leave less prose than this are those of the layout, and not of boilerplate. T .900, .900 */
  proseOfPage: 300,
  /** A block with this share of the prose of its parent holds the content. T .899, .895; R .949, .950 */
  shareOfDominant: 0.6,
  /** A `main` with a smaller share of the prose is wrong markup. T .898, .899; R .949, .944 */
  shareOfMain: 0.25,
  /** With less prose, an `article` is a teaser, or only the heading of another one. T .899, .899 */
  proseOfArticle: 300,
  /** How many times as much text the foremost article has as any other. */
  leadOfForemost: 3,
  /** Fewer articles are no list of them. */
  articlesOfSeries: 4,
  /** A box behind the text with a smaller share of the prose, and not made as the text is, belongs to other pages. T .898, .899 */
  shareBehindProse: 0.1,
  /** A block at the edge with a larger share of the prose is content, however many links it has. */
  proseOfEdge: 0.5,
  /** Edges with a larger share of the text are an index. */
  shareOfEdges: 0.5,
  /** A longer text is no note about the page. */
  lengthOfFinePrint: 300,
  /** The container of a text has this share of the characters of its paragraphs. */
  shareOfContainer: 0.85,
  /** A named box with a larger share of the prose of an article is named after something that the article is about. */
  shareOfNamed: 0.15,
  /** A named box between the title and the container with more lines is no introduction. */
  linesOfIntroduction: 2,
  /** A line with so many characters outside links is a paragraph. Teasers and bylines are shorter. */
  lengthOfParagraph: 50,
  /** A line of a named part that ends as no sentence is a text if it has so many characters: names and dates have fewer. */
  lengthOfText: 100,
  /** A line with a larger share of its text in links leads elsewhere. */
  linkedShare: 0.5,
  /** A list with a larger share of its text in links has nothing but the titles of other pages. */
  linkedShareOfTeasers: 0.8,
  /** A shorter line before the text may be a name, a date or a category. */
  lengthOfIntroduction: 25,
  /** A link with fewer words is one of the text; the titles of other pages have more. */
  wordsOfTitle: 5,
  /** A box with a larger share of the paragraphs is the text itself, however it begins. */
  shareOfBox: 0.3,
  /** A box with a smaller share of the paragraphs, behind the container, is another text. */
  shareBehind: 0.15,
  /** Fewer boxes next to each other, each with a heading that leads elsewhere, may be parts of the text. */
  cards: 3,
  /** A page with more lists of cards is an index. */
  listsOfCards: 2,
  /** Below fewer paragraphs, a list of cards is an index that they introduce. */
  paragraphsAboveCards: 2,
  /** Cards with a larger share of the paragraphs are the text itself. */
  shareOfCards: 0.9,
  /** A heading below a larger share of the paragraphs only repeats the title. */
  shareAboveTitle: 0.85,
} as const;
