import type { Recording, Recordings } from '@trawl/web/recordings';
import type { Stores } from './stores.js';

/** Stores recordings in the database of the server. */
export function recordingsInDatabase({ recordings }: Pick<Stores, 'recordings'>): Recordings {
  return {
    async find(key) {
      const recording = await recordings.get(key);
      if (!recording) return undefined;
      const description: Omit<Recording, 'body'> = JSON.parse(recording.about);
      return { ...description, body: new Uint8Array(recording.body) };
    },
    add: (key, { body, ...description }) => recordings.set(key, { about: JSON.stringify(description), body }),
  };
}
