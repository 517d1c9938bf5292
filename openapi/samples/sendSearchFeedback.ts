import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

const { id } = await trawl.search('changesets leave pre-release mode');
if (!id) throw new Error('The search has no id to give feedback on.');

// Say what helped, and what you looked for in vain.
const { creditsRefunded } = await trawl.feedback.search(id, {
  rating: 'partial',
  valuableSources: [{ url: 'https://github.com/changesets/changesets' }],
  missingContent: [{ topic: 'How to leave pre-release mode' }],
});
console.log(`Thank you: ${creditsRefunded} credits came back.`);
