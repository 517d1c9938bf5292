import { areSame, isObject, type Json, type JsonObject, objectOf, pathOf } from './json.js';
import { eachReference, type Roots } from './references.js';

/**
 * Leaves out the paths and components that are the same in both contracts, with all that they refer to. Most contracts
 * change in a few places only, so this saves most of the time.
 */
export function withoutUnchanged(roots: Roots): Roots {
  const components = { before: componentsOf(roots.before), after: componentsOf(roots.after) };
  const changed = changedComponents(components.before, components.after);
  const keys = keptKeys(roots, changed);
  const pathsOf = (root: JsonObject) => ({
    ...picked(root, 'paths', keys.paths),
    ...picked(root, 'webhooks', keys.webhooks),
  });
  const needed = new Set([
    ...reachedFrom(pathsOf(roots.before), components.before, changed),
    ...reachedFrom(pathsOf(roots.after), components.after, changed),
  ]);
  // A part that one contract needs stays in both. Otherwise it would seem to be added or removed.
  const kept = (root: JsonObject): JsonObject => ({ ...root, ...pathsOf(root), ...pickedComponents(root, needed) });
  return { before: kept(roots.before), after: kept(roots.after) };
}

/** The components that differ, and those that refer to one that does. */
function changedComponents(before: ReadonlyMap<string, Json>, after: ReadonlyMap<string, Json>): Set<string> {
  const ids = new Set([...before.keys(), ...after.keys()]);
  const open = [...ids].filter((id) => !areSame(before.get(id), after.get(id)));
  const referrers = new Map<string, string[]>();
  for (const [id, component] of [...before, ...after]) {
    for (const target of targetsIn(component)) referrers.set(target, [...(referrers.get(target) ?? []), id]);
  }
  const changed = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (changed.has(id)) continue;
    changed.add(id);
    open.push(...(referrers.get(id) ?? []));
  }
  return changed;
}

/** The names of the paths and webhooks that may differ. */
function keptKeys({ before, after }: Roots, changed: ReadonlySet<string>): Record<'paths' | 'webhooks', Set<string>> {
  const isSharedSame = ['security', 'servers'].every((key) => areSame(before[key], after[key]));
  const isSecuritySame = [...changed].every((id) => !id.startsWith('components/securitySchemes/'));
  const namesIn = (key: string) => {
    const [own, others] = [objectOf(before[key]), objectOf(after[key])];
    const names = [...new Set([...Object.keys(own), ...Object.keys(others)])];
    const isSame = (name: string) =>
      isSharedSame &&
      isSecuritySame &&
      areSame(own[name], others[name]) &&
      targetsIn(own[name]).every((id) => id.startsWith('components/') && !changed.has(id));
    return new Set(names.filter((name) => !isSame(name)));
  };
  return { paths: namesIn('paths'), webhooks: namesIn('webhooks') };
}

/** All components that a value and the changed components refer to, and these themselves. */
function reachedFrom(value: Json, components: ReadonlyMap<string, Json>, changed: ReadonlySet<string>): Set<string> {
  const reached = new Set(changed);
  const open = [value, ...[...changed].map((id) => components.get(id))].flatMap(targetsIn);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...targetsIn(components.get(id)));
  }
  return reached;
}

/** The components that a value refers to; a reference to another place is told by the place itself. */
function targetsIn(value: Json | undefined): string[] {
  const targets: string[] = [];
  eachReference(value, (reference) => targets.push(pathOf(reference).slice(0, 3).join('/')));
  eachMapping(value, (target) => {
    targets.push(target.includes('/') ? pathOf(target).slice(0, 3).join('/') : `components/schemas/${target}`);
  });
  return targets;
}

/** Visits the schemas that discriminators name. */
function eachMapping(value: Json | undefined, visit: (target: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'discriminator' || !isObject(inner)) eachMapping(inner, visit);
    else
      for (const target of [inner.defaultMapping, ...Object.values(objectOf(inner.mapping))])
        if (typeof target === 'string') visit(target);
  }
}

/** All components, by their kind and name. */
function componentsOf(root: JsonObject): Map<string, Json> {
  const sections = Object.entries(objectOf(root.components));
  return new Map(
    sections.flatMap(([section, components]) =>
      Object.entries(objectOf(components)).map(([name, value]) => [`components/${section}/${name}`, value] as const),
    ),
  );
}

function picked(root: JsonObject, key: string, names: ReadonlySet<string>): JsonObject {
  const value = root[key];
  if (!isObject(value)) return {};
  return { [key]: Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name))) };
}

/** What authenticates is referred to by its name, so all of it stays. */
function pickedComponents(root: JsonObject, needed: ReadonlySet<string>): JsonObject {
  const { components } = root;
  if (!isObject(components)) return {};
  const sections = Object.entries(components).map(([section, all]): [string, Json] => {
    if (!isObject(all) || section === 'securitySchemes') return [section, all];
    const kept = Object.entries(all).filter(([name]) => needed.has(`components/${section}/${name}`));
    return [section, Object.fromEntries(kept)];
  });
  return { components: Object.fromEntries(sections) };
}
