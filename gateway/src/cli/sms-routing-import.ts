// `jokko sms routing import`: replaces the SMS routing by a file, whole or not at all.

import { linkSettings } from '../connectors.ts';
import { importRouting } from '../domain/sms-routing/index.ts';
import { withExpectedSimulator } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readText, tellImport } from './document-file.ts';

export const command: Command = {
  usage: 'sms routing import FILE      (- reads standard input)',
  run(args, output) {
    const file = readArguments(args, {}, ['FILE']).positionals[0] ?? '';
    const text = readText(file);
    return withInstallation(async ({ config, database, secrets }) => {
      const result = await importRouting(database, text, linkSettings(withExpectedSimulator(config), secrets));
      return tellImport(output, 'SMS routing', file, result);
    });
  },
};
