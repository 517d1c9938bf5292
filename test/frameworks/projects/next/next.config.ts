import type { NextConfig } from 'next';

export default { serverExternalPackages: ['@trawl/local'] } satisfies NextConfig;
