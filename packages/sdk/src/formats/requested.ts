// What the compiler knows of a list in a request, whose items are names or objects with that name as their `type`.

/** The name of an item. A `string` may be any name. */
export type NameOf<Item, Known extends string> = Item extends { readonly type: infer Name extends Known }
  ? Name
  : Item extends string
    ? string extends Item
      ? Known
      : Item & Known
    : never;

/** The names that are certainly in the list. For a union of lists: those that are in each of them. */
export type CertainNames<
  List extends readonly unknown[],
  Known extends string,
  InAny extends Known = NamesIn<List, Known>,
> = Exclude<InAny, List extends unknown ? Exclude<InAny, NamesIn<List, Known>> : never>;

/** If the length of a list is known, the names of the items that have one name only. */
type NamesIn<List extends readonly unknown[], Known extends string> = number extends List['length']
  ? never
  : { [I in keyof List]: OnlyMember<NameOf<List[I], Known>> }[number];

type OnlyMember<Union extends string> = { [Member in Union]: [Union] extends [Member] ? Member : never }[Union];

/** The other names that may be in the list. */
export type UncertainNames<List extends readonly unknown[], Known extends string> = Exclude<
  NameOf<List[number], Known>,
  CertainNames<List, Known>
>;

/** What is wrong with an item: its name is not allowed, or it has a key that is not an option of its format. */
export type Misspelt<Item, Allowed, OptionsByName> = Item extends string
  ? string extends Item
    ? never
    : Exclude<Item, Allowed>
  : Item extends { readonly type: infer Name extends keyof OptionsByName }
    ? Exclude<keyof Item, keyof OptionsByName[Name]>
    : never;

declare const suggested: unique symbol;

/**
 * A list that no value has. It lets editors suggest items for a list whose type is still being inferred. Declarations of
 * other packages name it.
 */
export interface Suggested<Item> extends ReadonlyArray<Item> {
  readonly [suggested]: never;
}
