// `jokko migrate`: brings the database to the newest schema, for those who do it before they start the nodes.

import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'migrate',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(({ migrations }) => {
      output.result({ applied: migrations }, () =>
        migrations.length === 0 ? 'the schema is up to date' : `applied ${migrations.join(', ')}`,
      );
      return Promise.resolve(0);
    });
  },
};
