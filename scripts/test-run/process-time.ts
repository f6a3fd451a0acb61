// The clock and the timers of a test process, which a file may replace while it runs and must give
// back: the next file would wait for ever.

import { syncBuiltinESMExports } from 'node:module';

const places = [
  [performance, 'now'],
  [globalThis, 'Date'],
  [globalThis, 'setTimeout'],
  [globalThis, 'setInterval'],
  [globalThis, 'setImmediate'],
] as const;
const valueAt = ([object, name]: (typeof places)[number]): unknown => Reflect.get(object, name);
const own = places.map((place) => ({ place, value: valueAt(place) }));

/** Puts back what a file has left replaced, and throws for it: the file is to be mended. */
export function giveTimeBack(): void {
  const left = own.filter(({ place, value }) => valueAt(place) !== value);
  if (left.length === 0) return;
  for (const { place, value } of left)
    Object.defineProperty(place[0], place[1], { configurable: true, writable: true, value });
  syncBuiltinESMExports();
  throw new Error(`replaced, and not given back: ${left.map(({ place }) => place[1]).join(', ')}`);
}
