import { asList, isObject, type JsonObject, stableText } from '../json.js';
import { type Place, resolved } from '../references.js';
import { sameMeaning } from '../same-meaning.js';
import { type Difference, pathBelow } from './pair.js';
import { objectOf } from './places.js';

/** Finds out which parameters of two operations are one, and which came and went. */
export class ParameterComparison {
  readonly #base: JsonObject;
  readonly #head: JsonObject;

  constructor(base: JsonObject, head: JsonObject) {
    this.#base = base;
    this.#head = head;
  }

  /** `isRenamed`: the paths differ in the names of their parameters. */
  compare(base: Place, head: Place, isRenamed: boolean): { linked: [Place, Place][]; differences: Difference[] } {
    const linked: [Place, Place][] = [];
    const differences: Difference[] = [];
    const [before, after] = [this.#named(this.#base, base), this.#named(this.#head, head)];
    for (const [id, own] of [...before]) {
      const other = after.get(id) ?? (isRenamed ? this.#samePart(id, base, head, after) : undefined);
      if (!other) continue;
      linked.push([own, other]);
      before.delete(id);
      for (const [key, value] of after) if (value === other) after.delete(key);
    }
    const gone = [...before.values()];
    const came = [...after.values()];
    for (const own of [...gone]) {
      const alike = came.filter((other) => this.#isSameParameter(own, other));
      const [other] = alike;
      if (!other || alike.length > 1 || gone.filter((each) => this.#isSameParameter(each, other)).length > 1) continue;
      differences.push({
        kind: 'modified',
        node: 'Parameter',
        keyword: 'key',
        room: 'parameters',
        base: own,
        head: other,
      });
      gone.splice(gone.indexOf(own), 1);
      came.splice(came.indexOf(other), 1);
    }
    for (const own of gone) {
      differences.push({ kind: 'removed', node: 'Parameter', room: 'parameters', base: own });
    }
    for (const other of came) {
      differences.push({ kind: 'added', node: 'Parameter', room: 'parameters', head: other });
    }
    return { linked, differences };
  }

  /** The parameter that stands where one of another name stood in the path. */
  #samePart(id: string, base: Place, head: Place, after: Map<string, Place>): Place | undefined {
    const names = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => `path ${name}`);
    const now = names(head.path[1] ?? '')[names(base.path[1] ?? '').indexOf(id)];
    return now === undefined ? undefined : after.get(now);
  }

  #isSameParameter(before: Place, after: Place): boolean {
    const rest = (place: Place) => {
      const {
        name: _,
        in: __,
        schema: ___,
        style: ____,
        explode: _____,
        description: ______,
        ...others
      } = objectOf(place.value);
      return stableText(others);
    };
    const schema = (place: Place) => objectOf(place.value).schema ?? true;
    return (
      rest(before) === rest(after) &&
      sameMeaning(
        { root: this.#base, value: schema(before) },
        { root: this.#head, value: schema(after) },
        { words: false },
      )
    );
  }

  /** Parameters by where they stand and their names. */
  #named(root: JsonObject, operation: Place): Map<string, Place> {
    const parameters = asList(objectOf(operation.value).parameters ?? []);
    const places = parameters.flatMap((value, index) => {
      const place = resolved(root, { value, path: pathBelow(operation, 'parameters', `${index}`) });
      return place && isObject(place.value) ? [[`${place.value.in} ${place.value.name}`, place] as const] : [];
    });
    return new Map(places);
  }
}
