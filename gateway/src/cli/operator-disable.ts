// `jokko operator disable`: keeps one of the operator's people out (and lets them in again), at once.

import { setOperatorDisabled } from '../domain/people/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'operator disable EMAIL [--undo]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { undo: { type: 'boolean', default: false } }, ['EMAIL']);
    const [email = ''] = positionals;
    return withInstallation(async ({ database, secrets }) => {
      const disabled = !values.undo;
      const changed = await setOperatorDisabled({ database, secrets }, { kind: 'command' }, email, disabled);
      if (!changed.ok) {
        throw new Refusal(
          changed.refusal === 'lastOne' ? 'this is the last admin: invite another one first' : `nobody of the operator's has ${email}`,
        );
      }
      output.result({ email, disabled }, () => `${email} is ${disabled ? 'kept out; all sessions have ended' : 'let in again'}`);
      return 0;
    });
  },
};
