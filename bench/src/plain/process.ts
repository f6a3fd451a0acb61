// Preloaded into a gateway (`node --import`) whose callbacks are to leave without signatures and
// without a delivery log, as a measure of what those cost. The gateway itself has no such switch:
// two of its modules are replaced by the ones beside this file.

import { registerHooks } from 'node:module';

const replacements: { readonly [end: string]: string } = {
  '/gateway/src/payments/callbacks/sign.ts': import.meta.resolve('./sign.ts'),
  '/gateway/src/payments/callbacks/record.ts': import.meta.resolve('./record.ts'),
};

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const end = Object.keys(replacements).find((each) => resolved.url.endsWith(each));
    return end === undefined ? resolved : { ...resolved, url: replacements[end]! };
  },
});
