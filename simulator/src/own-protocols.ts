// Loads protocols that were written elsewhere: modules that export `open`, as the folders beside
// this file do.

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Protocol, ProtocolDeps } from './protocol.ts';

const kitName = '@jokko/simulator/kit';

/** One function for each module, in their order. Throws a sentence that names the module. */
export async function loadProtocols(
  files: readonly string[],
): Promise<((deps: ProtocolDeps) => Protocol)[]> {
  if (files.length === 0) return [];
  const kit = new URL('./kit.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === kitName ? { url: kit, shortCircuit: true } : next(specifier, context),
  });
  return Promise.all(files.map(loadProtocol));
}

async function loadProtocol(file: string): Promise<(deps: ProtocolDeps) => Protocol> {
  const module = (await import(pathToFileURL(file).href)) as { open?: unknown };
  if (typeof module.open !== 'function')
    throw new Error(`${file} must export the function \`open\``);
  return module.open as (deps: ProtocolDeps) => Protocol;
}
