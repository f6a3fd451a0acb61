// `jokko sms-app list`: the SMS applications of an account with their settings; never their keys.

import { listApps } from '../domain/sms/index.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { presentApp, tellApp } from './sms-app.ts';

export const command: Command = {
  usage: 'sms-app list ACCOUNT',
  run(args, output) {
    const accountId = readId(readArguments(args, {}, ['ACCOUNT']).positionals[0]);
    return withInstallation(async ({ database }) => {
      const apps = await listApps(database, accountId);
      if (apps === null) throw new Refusal(`there is no account ${accountId}`);
      output.result({ accountId, apps: apps.map(presentApp) }, () => apps.map(tellApp).join('\n') || 'no SMS applications');
      return 0;
    });
  },
};
