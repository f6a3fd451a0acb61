// `jokko operator invite`: a one-time link by which somebody of the operator's people comes in.

import { operatorRoles } from '@jokko/contract/portal';
import { invite } from '../domain/people/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { portalLink, portalUrl } from './portal-link.ts';

export const command: Command = {
  usage: `operator invite EMAIL --role ${operatorRoles.join('|')}`,
  run(args, output) {
    const { values, positionals } = readArguments(args, { role: { type: 'string' } }, ['EMAIL']);
    const [email = ''] = positionals;
    const role = operatorRoles.find((known) => known === values.role);
    if (role === undefined) throw new UsageError(`--role takes one of ${operatorRoles.join(', ')}`);
    return withInstallation(async ({ database, secrets, config }) => {
      const seat = { side: 'operator', role, accountId: null, countries: null } as const;
      const invited = await invite({ database, secrets }, { kind: 'command' }, email, seat);
      if (!invited.ok) throw new Refusal(`${email} is not an e-mail address`);
      const link = portalLink(await portalUrl(database, config), 'invitation', invited.token);
      output.result(
        { email, role, link },
        () => `${link}\n\nGood once, for seven days. Hand it over to ${email} on a way that nobody else reads.`,
      );
      return 0;
    });
  },
};
