import { createLocalServer, type LocalServer } from '@trawl/local';

/** The site that rows read, of so many pages that link to each other. */
export const SITE = 'https://tea.example.com';
export const SITE_PAGES = 5;
export const WEBHOOK_SECRET = 'secret-of-the-frameworks';

/** The local service, which fetches nothing from the network and knows the pages of the site. */
export async function startTrialService(): Promise<LocalServer> {
  const service = await createLocalServer({
    port: 0,
    quiet: true,
    browser: 'off',
    allowPrivateNetworks: true,
    webhookSecret: WEBHOOK_SECRET,
  });
  service.fetches.mode = 'offline';
  await service.seed(Array.from({ length: SITE_PAGES }, (_, index) => page(index)));
  return service;
}

function page(index: number) {
  const next = `/${(index + 1) % SITE_PAGES || ''}`;
  const content = `<title>Tea ${index}</title><main><h1>Tea ${index}</h1><p>It costs ${index} EUR.</p><a href="${next}">Next</a></main>`;
  return { url: `${SITE}/${index || ''}`, content };
}
