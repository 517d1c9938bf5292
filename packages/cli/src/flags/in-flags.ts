import type { Flag } from './flag.js';

/**
 * A message in the words of the command line: where it says something of a field of the request, or refers to one, it names
 * the flag instead.
 *
 * @example
 * inFlags('Bad Request: waitFor: Too big', scrapePage); // 'Bad Request: --wait-for-ms: Too big'
 */
export function inFlags(message: string, flags: readonly Flag[]): string {
  const names = new Map(
    flags.map(({ name, field, kind, default: isOn }) => [
      field.join('.'),
      kind === 'boolean' && isOn === true ? `--no-${name}` : `--${name}`,
    ]),
  );
  const flagFor = (whole: string, path: string, rest = ''): string => {
    const flag = names.get(path);
    return flag ? flag + rest : whole;
  };
  return message
    .replaceAll(/(?<=^|[:;] )([a-z]\w*(?:\.[a-z]\w*)*)((?:\.[\w-]+)*)(?=:? )/gi, flagFor)
    .replaceAll(/`([a-z]\w*(?:\.[a-z]\w*)*)`/gi, (whole, path: string) => flagFor(whole, path))
    .replaceAll(/(?<=: see )([a-z]\w*)(?=\.)/gi, (whole, path: string) => flagFor(whole, path));
}
