import { Trawl } from '@trawl/sdk';
import { cookies } from 'next/headers';
import { Suspense } from 'react';

/** The call has a middleware that asks for the visitor: Next.js must hear of that. */
async function Title() {
  const trawl = new Trawl({
    middleware: [
      async (request, next) => {
        request.headers.set('x-visitor', (await cookies()).get('visitor')?.value ?? 'unknown');
        return next(request);
      },
    ],
  });
  const { metadata } = await trawl.scrape('https://tea.example.com/');
  return <h1>{metadata.title}</h1>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Title />
    </Suspense>
  );
}
