import { Trawl } from '@trawl/sdk';
import { Suspense } from 'react';

async function Title() {
  const { metadata } = await new Trawl().scrape('https://tea.example.com/');
  return <h1>{metadata.title}</h1>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Title />
    </Suspense>
  );
}
