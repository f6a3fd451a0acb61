// `jokko sms-app show-key`: the key of a sandbox's SMS application once more. Live keys are never shown again (rule C2).

import { showKeyOfApp } from '../domain/sms/index.ts';
import { readAppId, readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'sms-app show-key APP',
  run(args, output) {
    const app = readAppId(readArguments(args, {}, ['APP']).positionals[0]);
    return withInstallation(async ({ config, database, secrets }) => {
      if (config.mode === 'live') throw new Refusal('a live key is shown once, when it is made: use `jokko sms-app rotate`');
      const shown = await showKeyOfApp(database, secrets, app.ofMode(config.mode));
      if (shown === null) throw new Refusal('there is no such SMS application, or it is revoked');
      output.result(shown, () => shown.appKey);
      return 0;
    });
  },
};
