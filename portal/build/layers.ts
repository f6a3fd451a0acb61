// Puts the order of the CSS layers before every style, so that the later layer wins, whatever file
// a browser happens to load first.

import type { Plugin } from 'vite';

const order = '@layer tokens, base, ui, layout, pages, print;\n';

/** Puts the order of the layers before each of our style sheets. */
export function layerOrder(): Plugin {
  return {
    name: 'jokko:layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css') && !id.includes('node_modules') ? `${order}${code}` : null,
  };
}
