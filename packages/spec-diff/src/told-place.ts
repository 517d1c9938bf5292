import { nameInFile } from './component-name.js';
import type { Difference, Side } from './difference.js';
import type { SpecDocument } from './document.js';
import { areSame, type Path, valueAt } from './json.js';
import { NO_PLACE, namedPlace, type PlaceName } from './place.js';
import { referenceIn } from './references.js';

/** The two contracts that are compared. */
export interface Both {
  before: SpecDocument;
  after: SpecDocument;
}

/** What people call the place of a difference. An exported type is named by the sentence. */
export function toldPlace(difference: Difference, both: Both): PlaceName {
  const { part, before, after, kind, keyword } = difference;
  // If one side has no value, the other side names the place.
  const isBefore = before?.value !== undefined;
  const side = isBefore ? before : (after ?? before);
  if (!side || part === 'ComponentType') return NO_PLACE;
  const document = side === before ? both.before : both.after;
  const written = isOfUse(difference, both) ? side.usePath : side.written;
  const { ancestors } = side;
  const where = { written, ancestors, root: document.root, ...nameInFile(written, document) };
  return namedPlace(where, kind !== 'modified' || keyword === 'key');
}

/**
 * Whether it is told of the place that refers to a component: the component stands as before, or on one side only, or the
 * place refers to another one now while the one before is still there.
 */
export function isOfUse({ before, after }: Difference, both: Both): boolean {
  const isUnchanged = ({ written }: Side) => {
    const component = componentOf(written);
    if (!component) return false;
    const isInBoth = [both.before, both.after].every(({ root }) => valueAt(root, component) !== undefined);
    const [own, other] = [valueAt(both.before.root, written), valueAt(both.after.root, written)];
    return !isInBoth || (own !== undefined && areSame(own, other));
  };
  if (before && after && refersToOther(before, after, both)) return true;
  return [before, after].every((side) => side === undefined || side.value === undefined || isUnchanged(side));
}

/**
 * Whether a place refers to another component than before, which is still there, or to one on one side only, which is the
 * same in both contracts.
 */
function refersToOther(before: Side, after: Side, { before: own, after: other }: Both): boolean {
  const referred = [referredComponent(before, own), referredComponent(after, other)].filter(
    (each) => each !== undefined,
  );
  const [component, otherComponent] = referred;
  if (!component) return false;
  const [left, right] = [valueAt(own.root, component), valueAt(other.root, component)];
  if (!otherComponent) return left !== undefined && areSame(left, right);
  return right !== undefined && !areSame([...component], [...otherComponent]);
}

/** The component of a place that people get to by a reference: the same keys lead on from the component and from there. */
function referredComponent({ path, usePath }: Side, { root }: SpecDocument): Path | undefined {
  const component = componentOf(path);
  if (!component || usePath === path) return undefined;
  const site = usePath.slice(0, usePath.length - path.length + component.length);
  return referenceIn(valueAt(root, site)) === undefined ? undefined : component;
}

/** The path of the component in which a place stands. */
function componentOf(written: Path): Path | undefined {
  return written[0] === 'components' && written.length > 2 ? written.slice(0, 3) : undefined;
}
