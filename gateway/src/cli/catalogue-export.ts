// `jokko catalogue export`: the catalogue in force, in the form that import reads. Secrets stay sealed.

import { exportCatalogue } from '../domain/catalogue/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'catalogue export',
  run(args) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => {
      const text = await exportCatalogue(database);
      if (text === null) throw new Refusal('there is no catalogue yet');
      // The file itself, with and without --json: its layout is what import's line numbers are about.
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
      return 0;
    });
  },
};
