/** Some clients expect the version in their base URL. */
const DOUBLE_VERSION = /\/v2\/v2\//;

/** Matches what documentation shows in place of a key. */
const PLACEHOLDER = /your|x{4}|\.{3}|[<…]/i;

/** Whether a key is a placeholder from documentation. */
export const isPlaceholder = (key: string): boolean => PLACEHOLDER.test(key);

/** Advice about the base URL when something else than the API answers. */
export const baseUrlAdvice = (url: string): string | undefined =>
  DOUBLE_VERSION.test(url) ? 'Leave /v2 out of baseUrl: every path begins with it.' : undefined;
