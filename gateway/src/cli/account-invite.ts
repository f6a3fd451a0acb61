// `jokko account invite`: a one-time link by which somebody becomes a member of a developer account.

import { developerRoles } from '@jokko/contract/portal';
import { invite } from '../domain/people/index.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { portalLink, portalUrl } from './portal-link.ts';

const options = { role: { type: 'string', default: 'owner' }, countries: { type: 'string' } } as const;

export const command: Command = {
  usage: `account invite ACCOUNT EMAIL [--role ${developerRoles.join('|')}] [--countries SN,CM,…]`,
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['ACCOUNT', 'EMAIL']);
    const accountId = readId(positionals[0]);
    const [, email = ''] = positionals;
    const role = developerRoles.find((known) => known === values.role);
    if (role === undefined) throw new UsageError(`--role takes one of ${developerRoles.join(', ')}`);
    const countries = values.countries === undefined ? null : readCountries(values.countries);
    return withInstallation(async ({ database, secrets, config }) => {
      const seat = { side: 'developer', role, accountId, countries } as const;
      const invited = await invite({ database, secrets }, { kind: 'command' }, email, seat);
      if (!invited.ok)
        throw new Refusal(invited.refusal === 'notFound' ? `there is no account ${accountId}` : `${email} is not an e-mail address`);
      const link = portalLink(await portalUrl(database, config), 'invitation', invited.token);
      output.result({ accountId, email, role, countries, link }, () => `${link}\n\nGood once, for seven days.`);
      return 0;
    });
  },
};

function readCountries(text: string): string[] {
  const countries = text.split(',').map((code) => code.trim().toUpperCase());
  const wrong = countries.find((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong !== undefined) throw new UsageError(`--countries takes two-letter codes with commas between them; "${wrong}" is none`);
  return [...new Set(countries)];
}
