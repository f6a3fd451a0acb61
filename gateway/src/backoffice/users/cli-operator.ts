// The commands of the operator's portal users.

import { operatorSeatRoles } from '@jokko/contract/portal';
import {
  invite,
  listMembers,
  makeResetLink,
  setOperatorDisabled,
  attestIndependence,
} from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, flag, requiredOption } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { oneOf, readText } from '../../cli/values.ts';

const membersMax = 1_000;

const emailArgument = argument('EMAIL', 'Email address of the user.', readText);

const inviteUser = defineCommand({
  name: 'invite',
  summary: 'Create a one-time link for a new user of the operator.',
  details: 'The link is valid for seven days.',
  arguments: { email: emailArgument },
  options: {
    role: requiredOption(
      operatorSeatRoles.join('|'),
      'Role of the user.',
      oneOf(operatorSeatRoles),
    ),
  },
  examples: ['fatou@example.com --role finance'],
  async run({ database, secrets, who, portalLink }, { email, role }) {
    const seat = { side: 'operator', role, accountId: null, countries: null } as const;
    const invited = await invite({ database, secrets }, who, email, seat);
    if (!invited.ok) throw new Refusal(`${email} is not an email address`);
    return { email, role, link: await portalLink('invitation', invited.token) };
  },
  present: ({ email, link }) =>
    `${link}\n\nThe link works once and is valid for seven days. Send it to ${email} over a private channel.`,
});

const list = defineCommand({
  name: 'list',
  summary: "List the operator's users.",
  async run({ database }) {
    const operators = (await listMembers(database, null, 0, membersMax)).map(
      ({ email, name, role, disabled, secondFactor, seenAt }) => {
        return { email, name, role, disabled, secondFactor, seenAt };
      },
    );
    return { operators };
  },
  present: ({ operators }) =>
    table(
      operators,
      {
        role: ({ role }) => role,
        email: ({ email }) => email,
        name: ({ name }) => name,
        disabled: ({ disabled }) => (disabled ? 'disabled' : ''),
        'second factor': ({ secondFactor }) => secondFactor,
        'last seen': ({ seenAt }) => seenAt ?? 'never',
      },
      'No users.',
    ),
});

const disable = defineCommand({
  name: 'disable',
  summary: "Disable one of the operator's users and end all their sessions.",
  arguments: { email: emailArgument },
  options: { undo: flag('Enable the user again.') },
  async run({ database, secrets, who }, { email, undo }) {
    const disabled = !undo;
    const changed = await setOperatorDisabled({ database, secrets }, who, email, disabled);
    if (changed.ok) return { email, disabled };
    throw new Refusal(
      changed.refusal === 'lastOne'
        ? 'this is the last admin: invite another one first'
        : `the operator has no user ${email}`,
    );
  },
  present: ({ email, disabled }) =>
    disabled ? `${email} was disabled. All sessions have ended.` : `${email} was enabled.`,
});

const vouch = defineCommand({
  name: 'vouch',
  summary: 'Attest that a user is a different person from the user who invited them.',
  details:
    "Users who were invited in the portal need it before the two may approve each other's requests.",
  arguments: { email: emailArgument },
  async run({ database, secrets, who }, { email }) {
    const vouched = await attestIndependence({ database, secrets }, who, email);
    if (!vouched.ok) throw new Refusal(`the operator has no user ${email}`);
    return { email, vouched: true };
  },
  present: ({ email }) => `${email} is attested as an independent person.`,
});

const reset = defineCommand({
  name: 'reset',
  summary: 'Create a one-time link for a new password, for any user.',
  details: 'The link is valid for seven days.',
  arguments: { email: emailArgument },
  options: { secondFactors: flag('Remove authenticator and passkeys as well.') },
  async run({ database, secrets, who, portalLink }, { email, secondFactors }) {
    const made = await makeResetLink({ database, secrets }, who, email, secondFactors);
    if (!made.ok) throw new Refusal(`there is no user ${email}`);
    return { email, secondFactors, link: await portalLink('reset', made.token) };
  },
  present: ({ link, secondFactors }) =>
    [
      `${link}\n\nThe link works once and is valid for seven days.`,
      ...(secondFactors ? ['It removes authenticator and passkeys.'] : []),
    ].join(' '),
});

export const commands = [inviteUser, list, disable, reset, vouch];
