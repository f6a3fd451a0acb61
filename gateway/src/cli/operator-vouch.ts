// `jokko operator vouch`: whoever runs the server knows this person, so that they and those who brought them in are two.

import { vouchForOperator } from '../domain/people/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'operator vouch EMAIL',
  run(args, output) {
    const [email = ''] = readArguments(args, {}, ['EMAIL']).positionals;
    return withInstallation(async ({ database, secrets }) => {
      const vouched = await vouchForOperator({ database, secrets }, { kind: 'command' }, email);
      if (!vouched.ok) throw new Refusal(`${email} is none of the operator's people`);
      output.result({ email, vouched: true }, () => `${email} counts as a person of their own`);
      return 0;
    });
  },
};
