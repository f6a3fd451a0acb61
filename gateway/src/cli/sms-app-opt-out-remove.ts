// `jokko sms-app opt-out remove`: a number may get messages of an application again.

import { removeOptOuts } from '../domain/sms/index.ts';
import { readAppId, readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { appOfOptOuts } from './sms-app.ts';
import { readNumber } from './sms-number.ts';

export const command: Command = {
  usage: 'sms-app opt-out remove APP NUMBER',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['APP', 'NUMBER']);
    const app = readAppId(positionals[0]);
    const number = readNumber(positionals[1]);
    return withInstallation(async ({ config, database }) => {
      const { id, appId } = await appOfOptOuts(database, app, config.mode);
      const removed = await removeOptOuts(database, id, [number]);
      output.result({ appId, number: `+${number}`, removed }, () => `+${number} ${removed === 1 ? 'was removed' : 'was not in the list'}`);
      return 0;
    });
  },
};
