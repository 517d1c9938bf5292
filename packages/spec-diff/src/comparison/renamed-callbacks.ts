import { objectOf } from '../json.js';
import { type Place, type Roots, resolved } from '../references.js';
import { at } from './places.js';

/** The callbacks that only have another name now, which nobody sends: those with the same addresses. */
export function renamedCallbacks(roots: Roots, before: Place, after: Place): ReadonlyMap<string, string> {
  const [own, others] = [objectOf(before.value), objectOf(after.value)];
  const come = new Map(
    Object.keys(others)
      .filter((name) => !(name in own))
      .map((name) => [addressesOf(roots.after, at(after, name)), name]),
  );
  const renamed = new Map<string, string>();
  for (const name of Object.keys(own).filter((each) => !(each in others))) {
    const addresses = addressesOf(roots.before, at(before, name));
    const now = come.get(addresses);
    if (now === undefined) continue;
    renamed.set(name, now);
    come.delete(addresses);
  }
  return renamed;
}

function addressesOf(root: Roots['before'], callback: Place): string {
  return JSON.stringify(Object.keys(objectOf(resolved(root, callback)?.value)).sort());
}
