/** Who imports whom, by name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Removes the arrows that follow from others, which a graph without cycles does not need. */
export function reduced(graph: Graph): Graph {
  const reachableNames = new Map<string, Set<string>>();
  const reach = (name: string): Set<string> => {
    const cachedNames = reachableNames.get(name);
    if (cachedNames) return cachedNames;
    const reachable = new Set<string>();
    reachableNames.set(name, reachable);
    for (const next of graph.get(name) ?? []) {
      reachable.add(next);
      for (const further of reach(next)) reachable.add(further);
    }
    return reachable;
  };
  return new Map(
    [...graph].map(([name, targets]) => {
      const impliedTargets = new Set([...targets].flatMap((target) => [...reach(target)]));
      return [name, new Set([...targets].filter((target) => !impliedTargets.has(target)))];
    }),
  );
}

/** A Mermaid drawing: a box for each name, in the given order, and the arrows between them. */
export function mermaid(graph: Graph, order: readonly string[]): string {
  const names = order.filter((name) => graph.has(name) || [...graph.values()].some((targets) => targets.has(name)));
  const arrows = names.flatMap((name) => {
    const targets = graph.get(name) ?? new Set();
    return names.filter((target) => targets.has(target)).map((target) => `  ${id(name)} --> ${id(target)}`);
  });
  const boxes = names.map((name) => `  ${id(name)}["${name}"]`);
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
}

/** Mermaid takes few signs in an id, and `end` is a word of its own. */
const id = (name: string): string => `_${name.replaceAll(/\W/g, '_')}`;
