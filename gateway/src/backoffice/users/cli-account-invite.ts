// The command that invites a member of a developer account.

import { developerRoles } from '@jokko/contract/portal';
import { invite } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { accountArgument, argument, option } from '../../cli/parameters.ts';
import { commaSeparated, oneOf, readText } from '../../cli/values.ts';

const readCountries = commaSeparated('two-letter country codes', (text, name) => {
  const code = text.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code))
    throw new UsageError(`${name} takes two-letter country codes, not ${text}`);
  return code;
});

export const inviteMember = defineCommand({
  name: 'invite',
  summary: 'Create a one-time link by which somebody becomes a member of an account.',
  details: 'The link is valid for seven days.',
  arguments: {
    accountId: accountArgument,
    email: argument('EMAIL', 'Email address of the new member.', readText),
  },
  options: {
    role: option(
      developerRoles.join('|'),
      'Role of the new member.',
      oneOf(developerRoles),
      'owner',
    ),
    countries: option(
      'SN,CM,…',
      'Countries whose operations the member sees; all by default.',
      readCountries,
    ),
  },
  async run({ database, secrets, who, portalLink }, { accountId, email, role, countries = null }) {
    const seat = { side: 'developer', role, accountId, countries } as const;
    const invited = await invite({ database, secrets }, who, email, seat);
    if (!invited.ok)
      throw new Refusal(
        invited.refusal === 'notFound'
          ? `there is no account ${accountId}`
          : `${email} is not an email address`,
      );
    const link = await portalLink('invitation', invited.token);
    return { accountId, email, role, countries, link };
  },
  present: ({ link }) => `${link}\n\nThe link works once and is valid for seven days.`,
});
