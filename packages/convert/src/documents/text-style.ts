/** How a run of text is formatted. */
export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
}

export const PLAIN: TextStyle = { bold: false, italic: false, strike: false };

/** HTML of a run of text in its style. White space alone has no style. */
export function styled(html: string, { bold, italic, strike }: TextStyle): string {
  if (html.trim() === '') return html;
  const struck = strike ? `<s>${html}</s>` : html;
  const italicText = italic ? `<em>${struck}</em>` : struck;
  return bold ? `<strong>${italicText}</strong>` : italicText;
}

/** Joins runs of one style that follow each other: programs begin a new run where only the language or the font changes. */
export function joinRuns(html: string): string {
  return html.replaceAll('</strong><strong>', '').replaceAll('</em><em>', '').replaceAll('</s><s>', '');
}

/** Headings and the heads of tables are bold without it. */
export function withoutBold(html: string): string {
  return html.replace(/<\/?strong>/g, '');
}
