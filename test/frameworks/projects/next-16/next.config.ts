import type { NextConfig } from 'next';

export default { cacheComponents: true, serverExternalPackages: ['@trawl/local'] } satisfies NextConfig;
