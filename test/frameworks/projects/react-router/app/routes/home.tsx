import { Trawl } from '@trawl/sdk';
import { Suspense } from 'react';
import { Await, useLoaderData } from 'react-router';

/** Its page is sent before the call ends. */
export function loader() {
  return { later: new Trawl().scrape('https://tea.example.com/') };
}

export default function Home() {
  const { later } = useLoaderData<typeof loader>();
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Await resolve={later}>{({ metadata }) => <h1>{String(metadata.title)}</h1>}</Await>
    </Suspense>
  );
}
