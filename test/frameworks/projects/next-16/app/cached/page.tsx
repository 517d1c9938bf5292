import { Trawl } from '@trawl/sdk';

// Rendered when the project is built.
export default async function Page() {
  'use cache';
  const pages = await new Trawl().crawl('https://tea.example.com/', { ignoreRobotsTxt: true });
  return <h1>{pages.documents.length} pages</h1>;
}
