// Limits the rate of orders that the provider accepts in a run, through the route's own
// `ratePerSec`, as an operator would set it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '../stack/index.ts';

interface CatalogueText {
  routes: { name: string; config: { [field: string]: unknown } }[];
}

/**
 * Sets the rate of one route for every node, by importing the catalogue; null takes the limit away.
 */
export async function setProviderRate(
  stack: Stack,
  route: string,
  ratePerSec: number | null,
): Promise<void> {
  const exported = await stack.cli(['catalogue', 'export']);
  if (exported.code !== 0) throw new Error(`catalogue export: ${exported.stderr}`);
  const catalogue = JSON.parse(exported.stdout) as CatalogueText;
  const config = catalogue.routes.find(({ name }) => name === route)?.config;
  if (config === undefined) throw new Error(`no route ${route}`);
  if (ratePerSec === null) delete config['ratePerSec'];
  else config['ratePerSec'] = ratePerSec;
  const file = join(stack.directory, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  const imported = await stack.cli(['catalogue', 'import', file]);
  if (imported.code !== 0)
    throw new Error(`catalogue import: ${imported.stderr}${imported.stdout}`);
}
