/** Whether a page with this status was removed. */
export function isGone(statusCode: number | undefined): boolean {
  return statusCode === 404 || statusCode === 410;
}

/** Whether a page may still be there behind this status, and something else was answered in its place. */
export function isNotShown(statusCode: number): boolean {
  return statusCode >= 400 && !isGone(statusCode);
}
