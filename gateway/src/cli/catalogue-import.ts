// `jokko catalogue import`: replaces the catalogue by a file, whole or not at all.

import { routeSettings } from '../connectors.ts';
import { importCatalogue } from '../domain/catalogue/index.ts';
import { withExpectedSimulator } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readText, tellImport } from './document-file.ts';

export const command: Command = {
  usage: 'catalogue import FILE        (- reads standard input)',
  run(args, output) {
    const file = readArguments(args, {}, ['FILE']).positionals[0] ?? '';
    const text = readText(file);
    return withInstallation(async ({ config, database, secrets }) => {
      const result = await importCatalogue(database, text, routeSettings(withExpectedSimulator(config), secrets));
      return tellImport(output, 'catalogue', file, result);
    });
  },
};
