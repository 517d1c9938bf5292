import { type Finding, findAll, type Mode } from './finding.js';

const WORD = String.raw`\p{Lu}[\p{L}’'-]{1,30}`;
const PARTICLE = String.raw`(?:(?:de|del|della|der|den|di|da|van|von|la|le|bin|al|el|ter|ten|zu)\s){0,2}`;
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${WORD}(?:[ \u00a0](?:\p{Lu}\.[ \u00a0])?${PARTICLE}${WORD}){1,3}(?![\p{L}\p{N}])`,
  'gu',
);
const SINGLE = new RegExp(String.raw`(?<![\p{L}\p{N}])${WORD}(?![\p{L}\p{N}])`, 'gu');
const TITLED = new RegExp(
  String.raw`\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Herr|Frau|Madame|Señora?)\b\.?[ \u00a0](?<data>${WORD}(?:[ \u00a0]${WORD}){0,2})`,
  'gu',
);
const LABELLED = new RegExp(
  String.raw`\b(?:[Nn]ame|[Pp]atient|[Cc]ustomer|[Cc]ontact|[Ee]mployee|[Ss]igned(?: by)?|[Aa]ttn|[Dd]ear)\b[:*]{0,3}[ \u00a0]{1,2}\**(?<data>${WORD}(?:[ \u00a0]${WORD}){1,3})`,
  'gu',
);

/** Finds names of people by titles, by labels and, except in the mode `fast`, in a dictionary. */
export async function findPeople(text: string, mode: Mode): Promise<Finding[]> {
  if (mode === 'fast') return [...findAll(text, 'PERSON', TITLED), ...findAll(text, 'PERSON', LABELLED)];
  // Loaded on demand: the dictionary of names is large.
  const { default: nlp } = await import('compromise');
  const cache = new Map<string, readonly [start: number, length: number][]>();
  const peopleIn = (words: string): readonly [number, number][] => {
    let spans = cache.get(words);
    if (spans === undefined) {
      const people: unknown = nlp(words).people().json({ offset: true });
      spans = Array.isArray(people) ? people.flatMap((person) => spanOf(person, mode)) : [];
      cache.set(words, spans);
    }
    return spans;
  };
  const findings = [...text.matchAll(NAME), ...(mode === 'aggressive' ? text.matchAll(SINGLE) : [])].flatMap(
    ({ 0: words, index }): Finding[] =>
      peopleIn(words).map(([start, length]) => ({
        entity: 'PERSON',
        start: index + start,
        end: index + start + length,
      })),
  );
  return [...findAll(text, 'PERSON', TITLED), ...findAll(text, 'PERSON', LABELLED), ...findings];
}

interface Person {
  readonly text: string;
  readonly offset: { readonly start: number };
  readonly person: { readonly firstName: string; readonly lastName: string };
}

/** A first name alone may be an ordinary word, and a last name alone may be a company. */
function spanOf(match: Person, mode: Mode): [number, number][] {
  const { firstName, lastName } = match.person;
  if (mode !== 'aggressive' && (firstName === '' || lastName === '')) return [];
  return [[match.offset.start, match.text.replace(/[^\p{L}]+$/u, '').length]];
}
