import type { NextConfig } from 'next';

export default {
  cacheComponents: true,
  partialPrefetching: true,
  serverExternalPackages: ['@trawl/local'],
} satisfies NextConfig;
