/**
 * Does work, and closes what it used whether it succeeds or not. When both fail, the error of the work is thrown, because
 * it came first, and that of the closing is reported.
 */
export async function closingAfter<T>(
  work: () => Promise<T>,
  close: () => PromiseLike<unknown>,
  report: (error: unknown) => void,
): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    try {
      await close();
    } catch (closingError) {
      report(closingError);
    }
    throw error;
  }
  await close();
  return result;
}
