// The commands of the catalogue: services, prices, rules and routes as one JSON document.

import { exportCatalogue, importCatalogue, listProviderProducts } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { documentText, importText } from '../../cli/document-file.ts';
import { fileSummary, readFileText } from '../../cli/files.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';

const exportDocument = defineCommand({
  name: 'export',
  summary: 'Print the catalogue in force as JSON; secrets stay sealed.',
  run: ({ database }) => exportCatalogue(database),
  document: (text) => documentText('catalogue', text),
});

const importDocument = defineCommand({
  name: 'import',
  summary: 'Replace the catalogue with a file.',
  details: 'If there are problems, they are listed with line and field, and nothing is changed.',
  arguments: { file: argument('FILE', fileSummary, readText) },
  examples: ['catalogue.json'],
  async run({ database, routeSettings }, { file }) {
    const text = readFileText(file);
    return { file, result: await importCatalogue(database, text, await routeSettings()) };
  },
  json: ({ result }) => result,
  present: ({ file, result }) => importText('Catalogue', file, result),
  hasFailed: ({ result }) => !result.ok,
});

const listProducts = defineCommand({
  name: 'products',
  summary: 'List what the provider of a route sells.',
  details:
    'A service names one in providerProducts, by the name of the route; --json prints each in that form. Nothing is changed.',
  arguments: { route: argument('ROUTE', 'Name of the route in the catalogue.', readText) },
  options: {
    country: option('CODE', 'Only those of a country, such as SN.', readText),
    kind: option('KIND', 'Only those of a kind of service, such as airtime.', readText),
  },
  examples: ['RELOADLY --country SN --kind airtime'],
  async run({ database, withConnectors }, { route, country, kind }) {
    const list = await withConnectors('catalogue', (_document, deps) =>
      listProviderProducts({ ...deps, session: database }, route),
    );
    if (!list.ok) throw new Refusal(productRefusals[list.why](route, list.detail));
    return list.products.filter(
      (product) =>
        (country === undefined || product.country === country.toUpperCase()) &&
        (kind === undefined || product.kind === kind),
    );
  },
  present: (products) =>
    table(
      products,
      {
        id: ({ entry }) => entry.id,
        name: ({ name }) => name,
        kind: (product) => product.kind,
        country: (product) => product.country,
        currency: ({ entry }) => entry.currency,
        amounts: ({ entry: { amounts, minimum, maximum } }) =>
          amounts?.join(' ') ?? [minimum ?? '', maximum ?? ''].join(' to ').trim(),
      },
      'The provider sells nothing that fits.',
    ),
});

const productRefusals = {
  noRoute: (route: string) => `there is no route ${route}`,
  noProducts: (route: string, connector: string) =>
    `the connector ${connector} of route ${route} lists no products`,
  configuration: (route: string, problem: string) =>
    `route ${route} is not usable as configured: ${problem}`,
  provider: (route: string, cause: string) =>
    `the provider of route ${route} gave no list: ${cause}`,
};

export const commands = [exportDocument, importDocument, listProducts];
