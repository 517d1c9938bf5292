/** Unpacks the program, its libraries and its fonts into `TMPDIR`, which is where this package unpacks: `node unpack.mjs`. */
import { fileURLToPath } from 'node:url';

const packageFile = import.meta.resolve('@sparticuz/chromium');
const { default: chromium, inflate } = await import(packageFile);
await chromium.executablePath();
// The libraries that a machine without a browser lacks. The package itself unpacks them on the servers of one vendor only.
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', packageFile)));
