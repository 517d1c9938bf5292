/** How a text begins and ends. */
export interface TextSample {
  readonly start: string;
  /** Its last character that is no white space. */
  readonly last: string;
}

const COMMENTS = '(?:<!--[\\s\\S]*?-->\\s*)*';
const XML_DECLARATION = '(?:<\\?xml[^>]*\\?>\\s*)?';
const HTML_DOCUMENT = new RegExp(`^\\s*${XML_DECLARATION}${COMMENTS}<(?:!doctype\\s+html|html|head|body)[\\s>]`, 'i');

/** Whether a text begins as a whole HTML page does. */
export function isHtmlDocument({ start }: TextSample): boolean {
  return HTML_DOCUMENT.test(start);
}

/** The elements that tell browsers that a file without a type is HTML. */
const HTML_ELEMENT =
  /^\s*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|main|article|section|ul|ol|h[2-6])[\s>/])/i;

export function beginsWithHtml({ start }: TextSample): boolean {
  return HTML_ELEMENT.test(start);
}

const XML_ROOT = new RegExp(`^\\s*${COMMENTS}<(?![!?])[\\w:.-]+\\s[^>]*\\bxmlns(?::[\\w.-]+)?\\s*=`);

/** Whether a text is XML that is no page. */
export function isXml(sample: TextSample): boolean {
  if (isHtmlDocument(sample)) return false;
  return (
    hasXmlDeclaration(sample) ||
    (XML_ROOT.test(sample.start) && !/xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(sample.start))
  );
}

export function hasXmlDeclaration({ start }: TextSample): boolean {
  return /^\s*<\?xml\s/.test(start);
}

/** A workbook of Excel 2003, which is XML. */
export function isSpreadsheetXml({ start }: TextSample): boolean {
  return /urn:schemas-microsoft-com:office:spreadsheet/.test(start);
}

export function isJsonObject({ start, last }: TextSample): boolean {
  return last === '}' && /^\s*\{\s*(?:"(?:[^"\\]|\\.){0,1000}"\s*:|\}\s*$)/.test(start);
}

export function isJson(sample: TextSample): boolean {
  return (
    isJsonObject(sample) || (sample.last === ']' && /^\s*\[\s*(?:[[{"\d-]|\]\s*$|true|false|null)/.test(sample.start))
  );
}

/** Whether a page is still the source of a program that writes it. */
export function isTemplate({ start }: TextSample): boolean {
  return /<\?(?:php|=)|<%|\{%|\{\{/.test(start);
}

/** Rich Text and PDFs begin with letters. */
export function isRichText({ start }: TextSample): boolean {
  return /^\s*\{\\rtf/.test(start);
}
