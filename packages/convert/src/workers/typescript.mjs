// Lets a worker of this repository be TypeScript: preloaded into it, and only when it is run from source.
import { register } from 'tsx/esm/api';

register();
