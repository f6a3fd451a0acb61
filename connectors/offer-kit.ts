// Lets code outside the repository import the kit by its name, from the moment that this file is
// imported. Node looks a package up beside the file that names it, where a stranger's folder has
// none; it gets the program's own, so that both speak the same interface.

import { registerHooks } from 'node:module';

const urlByName = new Map([
  ['@jokko/connectors/kit', new URL('./kit/index.ts', import.meta.url).href],
  ['@jokko/connectors/kit/carrier', new URL('./kit/carrier/index.ts', import.meta.url).href],
  [
    '@jokko/connectors/kit/conformance',
    new URL('./kit/conformance/index.ts', import.meta.url).href,
  ],
]);

registerHooks({
  resolve(specifier, context, next) {
    const url = urlByName.get(specifier);
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
