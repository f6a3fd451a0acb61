// `jokko sms routing export`: the SMS routing in force, in the form that import reads. Secrets stay sealed.

import { exportRouting } from '../domain/sms-routing/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { writeDocument } from './document-file.ts';

export const command: Command = {
  usage: 'sms routing export',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => writeDocument(output, 'SMS routing', await exportRouting(database)));
  },
};
