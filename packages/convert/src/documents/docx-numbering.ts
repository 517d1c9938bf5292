import type { Element } from 'domhandler';
import type { Archive } from './archive.js';
import type { DocumentBudget } from './budget.js';
import { childElements, xmlPart } from './xml.js';

/** The list and the level that a paragraph or a style names. */
interface ListReference {
  readonly list?: string | undefined;
  readonly level?: string | undefined;
}

interface Level {
  readonly isOrdered: boolean;
  readonly start: number;
}

interface List {
  /** Lists of one definition go on where the one before has ended. */
  readonly definition: string;
  /** The numbers with which the levels of this list begin again. */
  readonly restarts: ReadonlyMap<number, number>;
}

/** Counts the numbered paragraphs of a Word document, as Word does. */
export class DocxNumbering {
  readonly #lists = new Map<string, List>();
  readonly #levels = new Map<string, Level>();
  readonly #styles = new Map<string, ListReference & { readonly parent: string | undefined }>();
  readonly #numbers = new Map<string, number[]>();
  readonly #restarted = new Set<string>();

  constructor(archive: Archive, budget: DocumentBudget) {
    const numbering = xmlPart(archive, 'word/numbering.xml', budget);
    for (const definition of numbering?.('w:abstractNum') ?? []) {
      for (const level of childElements(definition, 'w:lvl')) {
        this.#levels.set(`${definition.attribs['w:abstractNumId']} ${level.attribs['w:ilvl'] ?? 0}`, {
          isOrdered: !/^(?:bullet|none)$/.test(settingOf(level, 'w:numFmt') ?? 'decimal'),
          start: Number(settingOf(level, 'w:start') ?? 1) || 0,
        });
      }
    }
    for (const list of numbering?.('w:num') ?? []) {
      const restarts = childElements(list, 'w:lvlOverride').flatMap((override) => {
        const start = settingOf(override, 'w:startOverride');
        return start === undefined ? [] : [[Number(override.attribs['w:ilvl']), Number(start)] as const];
      });
      const definition = settingOf(list, 'w:abstractNumId') ?? '';
      this.#lists.set(list.attribs['w:numId'] ?? '', { definition, restarts: new Map(restarts) });
    }
    if (this.#lists.size === 0) return;
    for (const style of xmlPart(archive, 'word/styles.xml', budget)?.('w:style') ?? []) {
      const [properties] = childElements(style, 'w:pPr').flatMap((paragraph) => childElements(paragraph, 'w:numPr'));
      this.#styles.set(style.attribs['w:styleId'] ?? '', {
        list: properties && settingOf(properties, 'w:numId'),
        level: properties && settingOf(properties, 'w:ilvl'),
        parent: settingOf(style, 'w:basedOn'),
      });
    }
  }

  /** The number of the next paragraph; undefined for one without a number. */
  next({ style, ...own }: ListReference & { readonly style?: string | undefined }): number | undefined {
    const inherited = this.#ofStyle(style);
    const list = this.#lists.get(own.list ?? inherited?.list ?? '');
    const level = Number(own.level ?? inherited?.level ?? 0);
    if (!list || !(level >= 0 && level < 9)) return undefined;
    const { isOrdered, start } = this.#levels.get(`${list.definition} ${level}`) ?? { isOrdered: false, start: 1 };
    const numbers = this.#numbers.get(list.definition) ?? [];
    this.#numbers.set(list.definition, numbers);
    const restart = this.#takeRestart(own.list ?? inherited?.list ?? '', level, list);
    numbers[level] = restart ?? (numbers[level] ?? start - 1) + 1;
    numbers.length = level + 1;
    return isOrdered ? numbers[level] : undefined;
  }

  #takeRestart(name: string, level: number, { restarts }: List): number | undefined {
    const key = `${name} ${level}`;
    if (this.#restarted.has(key)) return undefined;
    this.#restarted.add(key);
    return restarts.get(level);
  }

  /** What a style says, or one that it is based on. */
  #ofStyle(name: string | undefined): ListReference | undefined {
    let style = this.#styles.get(name ?? '');
    for (let step = 0; style && style.list === undefined && step < 20; step++)
      style = this.#styles.get(style.parent ?? '');
    return style;
  }
}

function settingOf(parent: Element, name: string): string | undefined {
  return childElements(parent, name)[0]?.attribs['w:val'];
}
