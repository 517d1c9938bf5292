import { Trawl } from '@trawl/sdk';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { Title } from './title';

/** Hands a call to a component of the browser, before it ends. */
async function Later() {
  await connection();
  return <Title page={new Trawl().scrape('https://tea.example.com/')} />;
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Later />
    </Suspense>
  );
}
