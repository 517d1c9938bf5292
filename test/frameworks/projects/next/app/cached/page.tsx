import { Trawl } from '@trawl/sdk';

/** Made when the project is built; its requests are answered from a cache, where one knows them. */
export default async function Page() {
  const trawl = new Trawl({ fetchOptions: { cache: 'force-cache' } });
  const pages = await trawl.crawl('https://tea.example.com/', { ignoreRobotsTxt: true });
  return <h1>{pages.documents.length} pages</h1>;
}
