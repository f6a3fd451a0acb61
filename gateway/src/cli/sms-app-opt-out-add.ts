// `jokko sms-app opt-out add`: from now on a number gets no messages of an application.

import { addOptOuts } from '../domain/sms/index.ts';
import { readAppId, readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { appOfOptOuts } from './sms-app.ts';
import { readNumber } from './sms-number.ts';

export const command: Command = {
  usage: 'sms-app opt-out add APP NUMBER',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['APP', 'NUMBER']);
    const app = readAppId(positionals[0]);
    const number = readNumber(positionals[1]);
    return withInstallation(async ({ config, database }) => {
      const { id, appId } = await appOfOptOuts(database, app, config.mode);
      const added = await addOptOuts(database, id, [number], 'operator');
      output.result({ appId, number: `+${number}`, added }, () => `+${number} ${added === 1 ? 'was added' : 'was in the list already'}`);
      return 0;
    });
  },
};
