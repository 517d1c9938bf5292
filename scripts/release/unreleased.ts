/** Where a text says what is only true before the first release. Readers of the Markdown do not see the marks. */
const UNRELEASED = /<!-- before the first release -->\n[\s\S]*?<!-- \/before the first release -->\n\n?/g;

/** The text as it is true once the packages are at a registry. */
export function released(markdown: string): string {
  return markdown.replace(UNRELEASED, '');
}
