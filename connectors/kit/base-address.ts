// Reads the address below which a provider's paths stand.

import { withoutEnd } from '@jokko/contract';

/** Without slashes at its end, so that a path that begins with one can follow. */
export const baseAddress = (url: string): string => withoutEnd(url, '/');
