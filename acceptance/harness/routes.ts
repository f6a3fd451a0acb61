// Learns from a running node which routes it has, so that a test of all of them forgets none.

import assert from 'node:assert/strict';
import type { Installation } from './installation.ts';

/**
 * Loaded into the node: Fastify publishes each of its servers, and a server tells each route when
 * it is made.
 */
const tell = `
import { subscribe } from 'node:diagnostics_channel';
subscribe('fastify.initialization', ({ fastify }) =>
  fastify.addHook('onRoute', ({ method, url }) =>
    process.stderr.write('has route: ' + [method].flat().join() + ' ' + url + '\\n')));`;

/** Its environment, with which the node tells its routes as well. */
export const routesAreTold = ({ NODE_OPTIONS }: { NODE_OPTIONS: string }) => ({
  NODE_OPTIONS: `${NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent(tell)}`,
});

export interface Route {
  method: string;
  /** With `x` for what each caller names. */
  path: string;
}

/** Methods of those who have them: methods that only say that they are wrong are none. */
const methods = new Set(['GET', 'POST']);

/** All that the node serves by GET or POST, each once. */
export function routesOf({ nodes: [node] }: Pick<Installation, 'nodes'>): Route[] {
  const found = new Map<string, Route>();
  for (const [, named = '', url = ''] of node.logs().matchAll(/has route: (\S+) (\S*)/g))
    for (const method of named.split(',')) {
      const path = url.replaceAll(/:\w+/g, 'x').replace('*', 'x');
      if (methods.has(method)) found.set(`${method} ${path}`, { method, path });
    }
  assert.ok(found.size > 100, `${found.size} routes`);
  return [...found.values()];
}
