// `jokko catalogue export`: the catalogue in force, in the form that import reads. Secrets stay sealed.

import { exportCatalogue } from '../domain/catalogue/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { writeDocument } from './document-file.ts';

export const command: Command = {
  usage: 'catalogue export',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => writeDocument(output, 'catalogue', await exportCatalogue(database)));
  },
};
