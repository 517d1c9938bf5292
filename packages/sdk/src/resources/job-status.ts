/**
 * The status of a job. An answer that has none but says `success: false` will not have one at the next poll either, so
 * it ends the wait.
 */
export function statusOf({ status, success }: { readonly status?: string; readonly success?: boolean }): string {
  return status ?? (success === false ? 'failed' : '');
}
