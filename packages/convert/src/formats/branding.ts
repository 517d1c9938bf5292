import { findOne } from 'domutils';
import { asColor, isDark } from '../extraction/color.js';
import { defined } from '../extraction/defined.js';
import { asText, isEntity, isOfType, textOf, valuesOf } from '../extraction/entity.js';
import type { FormatResult, PageFacts } from '../extraction/page-facts.js';
import { pageStyles, type StyleRule } from '../extraction/style-rules.js';
import { attribute, type Element, isTag } from '../html/html.js';
import { imageUrl, resolveUrl } from '../html/urls.js';
import type { Branding, BrandingButton, BrandingColors, BrandingTypography } from '../page/data.js';
import type { FormatDefinition } from './format-definition.js';

export const branding: FormatDefinition = {
  field: 'branding',
  make: makeBranding,
};

/** Reads the colours, fonts and images of a brand from the page, and from those of its style sheets that are given. */
function makeBranding(facts: PageFacts): FormatResult<Branding> {
  const { styleSheets = [] } = facts.options;
  const { rules, unreadSheets } = pageStyles(facts.page, facts.baseUrl, styleSheets);
  const styles = new Styles(rules);
  const colors = colorsOf(styles, facts);
  const typography = typographyOf(styles);
  const families = Object.values(typography.fontFamilies ?? {}).filter(
    (family): family is string => typeof family === 'string',
  );
  const logo = logoOf(facts);
  const images = defined({ logo, favicon: asText(facts.metadata.favicon), ogImage: asText(facts.metadata.ogImage) });
  const button = styles.button();
  const radius = styles.value(['--radius', '--border-radius'], [':root']) ?? button?.borderRadius;
  const branding: Branding = defined({
    colorScheme: colorSchemeOf(styles, colors),
    logo,
    colors: nonEmpty(colors),
    fonts: families.length > 0 ? [...new Set(families)].map((family) => ({ family })) : undefined,
    typography: nonEmpty(typography),
    spacing: radius === undefined ? undefined : { borderRadius: radius },
    components: button === undefined ? undefined : { buttonPrimary: button },
    images: nonEmpty(images),
  });
  if (Object.keys(branding).length === 0)
    return {
      warning: {
        code: 'no data',
        message: '`branding` is missing: the page carries no styles and no images of a brand.',
      },
    };
  return unreadSheets > 0
    ? { value: branding, warning: { code: 'partial', message: unread(unreadSheets, styleSheets.length) } }
    : { value: branding };
}

function unread(count: number, readCount: number): string {
  return readCount === 0
    ? '`branding` is of the page alone: style sheets in other files were not read.'
    : `\`branding\` is not of all style sheets: ${count} in other files could not be read.`;
}

function nonEmpty<Values extends object>(values: Values): Values | undefined {
  return Object.keys(values).length > 0 ? values : undefined;
}

/** The style rules of a page. The last rule that sets a property wins. */
class Styles {
  readonly #rules: readonly StyleRule[];
  readonly #variables = new Map<string, string>();

  constructor(rules: readonly StyleRule[]) {
    this.#rules = rules;
    for (const { selector, declarations } of rules) {
      if (!ROOTS.includes(selector)) continue;
      for (const [name, value] of declarations) if (name.startsWith('--')) this.#variables.set(name, value);
    }
  }

  /** The last value of one of the properties on one of the selectors, with CSS variables resolved. */
  value(properties: readonly string[], selectors: readonly string[]): string | undefined {
    for (const property of properties) {
      const rule = this.#rules.findLast(
        ({ selector, declarations }) => selectors.includes(selector) && declarations.has(property),
      );
      const value = rule?.declarations.get(property);
      if (value !== undefined) return this.#resolve(value);
    }
    return undefined;
  }

  color(properties: readonly string[], selectors: readonly string[]): string | undefined {
    const value = this.value(properties, selectors);
    return value === undefined ? undefined : asColor(value);
  }

  /** The colour of the first CSS variable with one of these names. */
  namedColor(...names: readonly string[]): string | undefined {
    for (const name of names) {
      for (const [variable, value] of this.#variables) {
        if (!new RegExp(`^--(?:[a-z]+-)*?(?:color-)?${name}(?:-color)?$`).test(variable)) continue;
        const color = asColor(this.#resolve(value));
        if (color !== undefined) return color;
      }
    }
    return undefined;
  }

  button(): BrandingButton | undefined {
    const selectors = this.#rules.map(({ selector }) => selector).filter((selector) => PRIMARY_BUTTON.test(selector));
    const colors = defined({
      background: this.color(['background-color', 'background'], selectors),
      textColor: this.color(['color'], selectors),
      borderColor: this.color(['border-color'], selectors),
      borderRadius: this.value(['border-radius'], selectors),
    });
    return nonEmpty(colors);
  }

  #resolve(value: string): string {
    let resolvedValue = value;
    // Variables may refer to other variables: the limits end cycles and values that grow with each step.
    for (let steps = 0; steps < 5 && resolvedValue.includes('var(') && resolvedValue.length < 500; steps++) {
      resolvedValue = resolvedValue.replace(
        /var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)/g,
        (_, name: string, otherwise?: string) => this.#variables.get(name) ?? otherwise ?? '',
      );
    }
    return resolvedValue;
  }
}

const ROOTS = [':root', 'html', 'body'];
const BODY = ['body', 'html', ':root'];
const PRIMARY_BUTTON = /^(?:button|\.(?:btn|button)[\w-]*primary|\.(?:btn|button|cta))$/;

function colorsOf(styles: Styles, { metadata }: PageFacts): BrandingColors {
  return defined({
    primary: styles.namedColor('primary', 'brand') ?? asColor(asText(metadata['theme-color']) ?? ''),
    secondary: styles.namedColor('secondary'),
    accent: styles.namedColor('accent'),
    background: styles.color(['background-color', 'background'], BODY),
    textPrimary: styles.color(['color'], BODY),
    textSecondary: styles.namedColor('text-secondary', 'text-muted', 'muted'),
    link: styles.color(['color'], ['a', 'a:link']),
    success: styles.namedColor('success'),
    warning: styles.namedColor('warning'),
    error: styles.namedColor('error', 'danger'),
  });
}

function typographyOf(styles: Styles): BrandingTypography {
  const family = (selectors: readonly string[]): string | undefined =>
    firstFamily(styles.value(['font-family'], selectors));
  const size = (selectors: readonly string[]): string | undefined => styles.value(['font-size'], selectors);
  const height = (selectors: readonly string[]): string | undefined => styles.value(['line-height'], selectors);
  return defined({
    fontFamilies: nonEmpty(
      defined({ primary: family(BODY), heading: family(HEADINGS), code: family(['code', 'pre', 'kbd']) }),
    ),
    fontSizes: nonEmpty(defined({ h1: size(['h1']), h2: size(['h2']), h3: size(['h3']), body: size(BODY) })),
    lineHeights: nonEmpty(defined({ heading: height(HEADINGS), body: height(BODY) })),
  });
}

const HEADINGS = ['h1', 'h2', 'h3'];
const NO_FAMILY = new Set(['inherit', 'initial', 'unset', 'revert', '']);

function firstFamily(value: string | undefined): string | undefined {
  const family = value?.split(',', 1)[0]?.replace(/["']/g, '').trim() ?? '';
  return NO_FAMILY.has(family) ? undefined : family;
}

function colorSchemeOf(styles: Styles, { background }: BrandingColors): string | undefined {
  const written = styles.value(['color-scheme'], ROOTS)?.split(/\s+/)[0];
  if (written === 'light' || written === 'dark') return written;
  if (background === undefined) return undefined;
  return isDark(background) ? 'dark' : 'light';
}

/** The logo that the structured data name, or the first image that is marked as a logo. */
function logoOf({ entities, page, baseUrl }: PageFacts): string | undefined {
  for (const entity of entities()) {
    const owner = isOfType(entity, 'Organization', 'Corporation', 'LocalBusiness', 'WebSite', 'Store')
      ? entity
      : valuesOf(entity, 'publisher').find(isEntity);
    const [logo] = valuesOf(owner, 'logo');
    const url = resolveUrl(isEntity(logo) ? textOf(logo, 'url', 'contentUrl') : asText(logo), baseUrl);
    if (url !== undefined) return url;
  }
  const image = findOne((element) => element.name === 'img' && isLogo(element), page.children);
  return image ? imageUrl(image, baseUrl) : undefined;
}

function isLogo(image: Element): boolean {
  const { parent } = image;
  const boxes = [image, parent, parent?.parent].filter((box) => box !== null && box !== undefined).filter(isTag);
  return (
    boxes.some(({ attribs }) => /(?:^|[\s_-])logo(?:$|[\s_-])/i.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`)) ||
    /\blogo\b/i.test(`${attribute(image, 'alt') ?? ''} ${attribute(image, 'src') ?? ''}`)
  );
}
