/** An amount of money. */
export interface Price {
  amount: number;
  /** ISO code of the currency. */
  currency?: string;
}

/** Whether something can be had. */
export interface Availability {
  inStock?: boolean;
  /** What the page says about it. */
  text?: string;
}

export interface Picture {
  url: string;
  alt?: string;
}

/** A product that a page sells. */
export interface Product {
  title: string;
  brand?: string;
  category?: string;
  url: string;
  description?: string;
  /** What can be bought; a product without variants has one. */
  variants: ProductVariant[];
}

export interface ProductVariant {
  id?: string;
  /** Stock-keeping unit. */
  sku?: string;
  title?: string;
  /** What sets it apart, such as size and colour. */
  values?: Record<string, string>;
  price?: Price;
  /** A reduced price. */
  sale?: { originalPrice: Price };
  availability: Availability;
  images?: Picture[];
}

/** The menu of a restaurant. */
export interface Menu {
  isMenu: true;
  /** Whose menu it is. */
  merchant?: { name: string; type?: string };
  /** ISO code of the currency. */
  currency?: string;
  sections: MenuSection[];
  sourceUrl: string;
}

export interface MenuSection {
  name: string;
  description?: string;
  items: MenuItem[];
}

export interface MenuItem {
  id?: string;
  name: string;
  description?: string;
  images?: Picture[];
  price?: Price;
  availability?: Availability;
  /** What diets it fits, such as vegan. */
  dietary?: string[];
  /** Energy in kilocalories. */
  calories?: number;
  url?: string;
}

/** The colours, fonts and images of a brand, as the page itself states them. */
export interface Branding {
  /** Light or dark. */
  colorScheme?: string;
  /** URL of the logo. */
  logo?: string;
  /** CSS colours, by their part. */
  colors?: BrandingColors;
  fonts?: { family: string }[];
  typography?: BrandingTypography;
  spacing?: { borderRadius: string };
  components?: { buttonPrimary: BrandingButton };
  /** URLs of images. */
  images?: { logo?: string; favicon?: string; ogImage?: string };
}

export interface BrandingColors {
  primary?: string;
  secondary?: string;
  accent?: string;
  background?: string;
  textPrimary?: string;
  textSecondary?: string;
  link?: string;
  success?: string;
  warning?: string;
  error?: string;
}

export interface BrandingTypography {
  fontFamilies?: { primary?: string; heading?: string; code?: string };
  /** CSS lengths. */
  fontSizes?: { h1?: string; h2?: string; h3?: string; body?: string };
  lineHeights?: { heading?: string; body?: string };
}

export interface BrandingButton {
  background?: string;
  textColor?: string;
  borderColor?: string;
  borderRadius?: string;
}

/** The values of one attribute, in the order of the page. */
export interface AttributeValues {
  selector: string;
  attribute: string;
  values: string[];
}

/** The text of one page of a PDF. */
export interface DocumentPage {
  /** From 1. */
  pageNumber: number;
  markdown: string;
}

/** The layout of one page of a PDF. */
export interface PageLayout {
  /** From 1. */
  pageNumber: number;
  width: number;
  height: number;
  status: string;
  items: LayoutBlock[];
}

/** A block of text on a page of a PDF. */
export interface LayoutBlock {
  id: string;
  type: string;
  /** Left, top, right and bottom edge. */
  bbox: number[];
  content: string;
  /** Place in the order of reading. */
  readingOrder: number;
  source: string;
}

/**
 * The metadata of a page, by the names that the API uses: those of its `meta` tags, and `title`, `description`, `language`,
 * `keywords`, `favicon`, `canonical`, `ogTitle` and so on. A name that stands more than once has a list.
 */
export interface Metadata {
  title?: string | string[];
  description?: string | string[];
  language?: string | string[];
  keywords?: string | string[];
  /** For PDFs, the pages that were read. */
  numPages?: number;
  /** For PDFs, all pages of the file. */
  totalPages?: number;
  [name: string]: unknown;
}

/** An item of structured data, such as a product, with the property names of its vocabulary, mostly schema.org. */
export interface StructuredItem {
  readonly '@type': readonly string[];
  readonly [property: string]: unknown;
}

/** What an index of pages needs of one page. */
export interface SearchEntry {
  readonly title: string;
  readonly description: string;
  /** The main content as plain text, without the lines in `links`. */
  readonly text: string;
  /** The lines of the main content that are nothing but links: words of other pages rather than of this one. */
  readonly links: string;
  /** ISO 8601, when the page has a date. */
  readonly publishedAt?: string | undefined;
  readonly isArticle: boolean;
  readonly imageUrl?: string | undefined;
  readonly images: readonly PageImage[];
}

/** An image of a page. */
export interface PageImage {
  readonly url: string;
  readonly alt: string;
  /** In pixels, where the page states it. */
  readonly width?: number | undefined;
  /** In pixels, where the page states it. */
  readonly height?: number | undefined;
}

/** What the structured data of a page say. */
export interface Evidence {
  /** The items as JSON, of bounded length; empty where the page has none, or where personal data is redacted. */
  readonly data: string;
  /** For each schema the value that they give, where they have all of its properties. */
  readonly values: readonly { readonly value?: unknown }[];
}

/** A part of a page that a reader sees, and that its content does not have. */
export interface RemovedPart {
  /** A CSS selector of the element; of a text, that of the element around it. */
  readonly selector: string;
  /** In a few words, always the same. */
  readonly reason: string;
  /** The reason in a sentence. */
  readonly explanation: string;
  /** Its first words. */
  readonly text: string;
}
