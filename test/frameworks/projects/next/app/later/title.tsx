'use client';

import type { Scraped } from '@trawl/sdk';
import { use } from 'react';

export const Title = ({ page }: { page: Promise<Scraped> }) => <h1>{String(use(page).metadata.title)}</h1>;
