/** Removes the keys whose value is undefined: a response leaves out unknown fields. */
export function defined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  // The compiler does not follow the filter.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
