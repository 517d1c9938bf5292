import { Trawl } from '@trawl/sdk';
import { connection } from 'next/server';
import { Suspense } from 'react';

async function Title() {
  await connection();
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
