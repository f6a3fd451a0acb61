// `jokko sms-app revoke`: ends an SMS application at once, on every node. What it has accepted is still sent.

import { revokeApp } from '../domain/sms/index.ts';
import { readAppId, readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { presentApp, refuseApp } from './sms-app.ts';

export const command: Command = {
  usage: 'sms-app revoke APP        (js_test_7, as `sms-app list` shows it)',
  run(args, output) {
    const app = readAppId(readArguments(args, {}, ['APP']).positionals[0]);
    return withInstallation(async ({ config, database }) => {
      const revoked = await revokeApp(database, app.ofMode(config.mode));
      if (!revoked.ok) return refuseApp(revoked);
      output.result(presentApp(revoked.app), () => `${revoked.app.appId} is revoked`);
      return 0;
    });
  },
};
