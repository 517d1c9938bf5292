/** Whether the work is over in time, with or without an error. */
export async function isOverIn(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const over = work.then(
    () => true,
    () => true,
  );
  const isOver = await Promise.race([over, late]);
  clearTimeout(timer);
  return isOver;
}
