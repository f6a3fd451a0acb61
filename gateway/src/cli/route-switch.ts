// `jokko route switch`: off, so that nothing new begins on a route while what is under way goes on; or on again. All nodes hear of it at once.

import { switchRoute } from '../domain/catalogue/index.ts';
import { readArguments, readSwitch } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'route switch NAME on|off --reason TEXT',
  run(args, output) {
    const { values, positionals } = readArguments(args, { reason: { type: 'string' } }, ['NAME', 'on|off']);
    const [name = '', state = ''] = positionals;
    const off = !readSwitch('route', state);
    const reason = (values.reason ?? '').trim();
    if (reason === '') throw new UsageError('say why with --reason');
    return withInstallation(async ({ database }) => {
      const switched = await switchRoute(database, { who: { kind: 'command' }, personId: null }, { name, off, reason });
      if (!switched.ok) throw new Refusal(`there is no route ${name}`);
      output.result({ name, off, version: switched.version }, () =>
        switched.version === null
          ? `${name} is ${off ? 'off' : 'on'} already`
          : `${name} is ${off ? 'off' : 'on'}: catalogue version ${switched.version} is in force`,
      );
      return 0;
    });
  },
};
