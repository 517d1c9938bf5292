/** What follows an option; `true` for one without a value, `undefined` to leave it out. */
type OptionValue = string | number | true | undefined;

/** The arguments of a program for options by their names, as `-f` or `--format`. */
export function optionList(options: Readonly<Record<string, OptionValue>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return value === true ? [name] : [name, String(value)];
  });
}
