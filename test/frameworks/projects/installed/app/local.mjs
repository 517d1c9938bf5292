import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';

const url = 'https://tea.example.com/';
const server = await createLocalServer({ port: 0, quiet: true, offline: true, browser: 'off' });
await server.seed([{ url, content: '<h1>Tea</h1><p>It costs 0 EUR.</p>' }]);
const trawl = new Trawl({ baseUrl: server.url });
const page = await trawl.scrape(url);
const file = await trawl.parse('tea.pdf');
console.log(JSON.stringify([page.markdown, file.markdown]));
await server.close();
