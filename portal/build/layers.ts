// Which style wins? That of the later layer, whatever file a browser happens to load first: the order of the layers stands before every style.

import type { Plugin } from 'vite';

const order = '@layer tokens, base, ui, layout, pages, print;\n';

/** Puts the order of the layers before each of our style sheets. */
export function layerOrder(): Plugin {
  return {
    name: 'jokko:layer-order',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.css') && !id.includes('node_modules') ? `${order}${code}` : null),
  };
}
