// `jokko operator reset`: a one-time link for a new password, for anybody who has lost theirs; on request without the second factors.

import { makeResetLink } from '../domain/people/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { portalLink, portalUrl } from './portal-link.ts';

export const command: Command = {
  usage: 'operator reset EMAIL [--second-factors]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { 'second-factors': { type: 'boolean', default: false } }, ['EMAIL']);
    const [email = ''] = positionals;
    const secondFactors = values['second-factors'];
    return withInstallation(async ({ database, secrets, config }) => {
      const made = await makeResetLink({ database, secrets }, { kind: 'command' }, email, secondFactors);
      if (!made.ok) throw new Refusal(`nobody has ${email}`);
      const link = portalLink(await portalUrl(database, config), 'reset', made.token);
      const removes = secondFactors ? ' It removes authenticator and passkeys, too.' : '';
      output.result({ email, secondFactors, link }, () => `${link}\n\nGood once, for seven days.${removes}`);
      return 0;
    });
  },
};
