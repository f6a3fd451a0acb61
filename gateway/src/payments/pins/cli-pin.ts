// The commands of pins: the TLS keys that callback receivers must present (rule C6).

import {
  describeCertificates,
  readPin,
  readReceiverHost,
  registerPin,
  removePin,
  type Probe,
} from './index.ts';
import { defineCommand, defineCommandWithoutDatabase } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { accountArgument, argument, flag, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';

type Presented = Extract<Probe, { ok: true }>['presented'];

const labelMax = 100;
const warnDays = 30;

const hostArgument = argument(
  'HOST[:PORT]',
  'Host name or address of the receiver.',
  (text): string => {
    const host = readReceiverHost(text);
    if (host === null)
      throw new UsageError(`${text} is not a host name or address, with an optional :port`);
    return host;
  },
);

const pinArgument = argument('PIN', 'Base64 of the SHA-256 of the public key.', (text): string => {
  const read = readPin(text);
  if (read.ok) return read.pin;
  throw new UsageError(
    read.problem === 'ofNothing'
      ? 'this is the hash of nothing: the usual OpenSSL pipe fails silently for EC certificates. Run `jokko pin probe https://HOST` to see the pin'
      : `${text} is not a pin: it takes the base64 of a SHA-256, 44 characters`,
  );
});

function readLabel(text: string, name: string): string {
  if (text.length > labelMax) throw new UsageError(`${name} takes at most ${labelMax} characters`);
  return text;
}

const add = defineCommand({
  name: 'add',
  summary: 'Require that a host presents one of its registered keys to callbacks of an account.',
  details:
    'A host has up to 4 pins. Unless --unseen is given, the host is checked first for this key.',
  arguments: { accountId: accountArgument, host: hostArgument, pin: pinArgument },
  options: {
    label: option('TEXT', 'Name of the key.', readLabel),
    unseen: flag('Register a key that the host does not present yet.'),
  },
  async run({ database, probe }, { accountId, host, pin: given, label = null, unseen }) {
    const pin = unseen ? given : pinOf(await probe(new URL(`https://${host}`)), host, given);
    const added = await registerPin(database, accountId, { host, pin, label });
    if (!added.ok)
      throw new Refusal(
        added.refusal === 'full'
          ? `${host} has 4 pins already: remove one first`
          : `there is no account ${accountId}`,
      );
    const converted = pin !== given;
    return { accountId, host, pin, label, seen: !unseen, converted, pins: added.pins };
  },
  present: ({ accountId, host, pin, converted, pins }) =>
    [
      ...(converted
        ? [
            'The value given is the hash of the raw EC point; the pin of the same key is registered.',
          ]
        : []),
      `Pin ${pin} of ${host} was registered for account ${accountId} (${pins} of 4).`,
    ].join('\n'),
});

/**
 * A pin of another key would stop all callbacks to the host, so it is compared with what the host
 * presents.
 */
function pinOf(probe: Probe, host: string, given: string): string {
  const advice = 'use --unseen to register a key that is not in use yet';
  if (!probe.ok) throw new Refusal(`could not connect to ${host} (${probe.errorClass}); ${advice}`);
  const { pin, rawPointPin } = probe.presented;
  if (given !== pin && given !== rawPointPin)
    throw new Refusal(`${host} presents another key, ${pin}; ${advice}`);
  return pin;
}

const list = defineCommand({
  name: 'list',
  summary: 'List the pins of an account and the certificates that its receivers have presented.',
  arguments: { accountId: accountArgument },
  run: async ({ database }, { accountId }) => ({
    accountId,
    ...(await describeCertificates(database, accountId)),
  }),
  present: ({ pins, certificates }) =>
    [
      table(
        pins,
        {
          host: ({ host }) => host,
          pin: ({ pin }) => pin,
          label: ({ label }) => label,
          seen: ({ seen }) => seen,
        },
        'No pins.',
      ),
      table(
        certificates,
        {
          host: ({ host }) => host,
          'presented key': ({ pin }) => pin,
          pinned: ({ pinned }) => (pinned === null ? 'no pins' : pinned ? 'yes' : 'NO'),
          certificate: validityOf,
          'last seen': ({ seenAt }) => seenAt,
        },
        'No certificates seen.',
      ),
    ].join('\n\n'),
});

function validityOf(certificate: {
  present: boolean;
  daysLeft: number;
  expiresAt: string;
}): string {
  const { present, daysLeft, expiresAt } = certificate;
  if (!present) return 'replaced since';
  const warning = daysLeft < 0 ? ' EXPIRED' : daysLeft < warnDays ? ' SOON' : '';
  return `until ${expiresAt} (${daysLeft} days${warning})`;
}

const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a pin.',
  arguments: { accountId: accountArgument, host: hostArgument, pin: pinArgument },
  async run({ database }, { accountId, host, pin }) {
    const removed = await removePin(database, accountId, host, pin);
    if (removed === null) throw new Refusal(`account ${accountId} has no such pin for ${host}`);
    return { accountId, host, pin, pins: removed.left };
  },
  present: ({ host, pins }) =>
    pins === 0
      ? `The last pin of ${host} was removed: any key with a valid certificate is accepted.`
      : `The pin was removed. ${host} has ${pins} left.`,
});

const probe = defineCommandWithoutDatabase({
  name: 'probe',
  summary: 'Show what a receiver presents now: certificates, key, pin and validity.',
  arguments: {
    url: argument('URL', 'An https URL.', (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url?.protocol !== 'https:') throw new UsageError(`${text} is not an https URL`);
      return url;
    }),
  },
  async run(context, { url }) {
    const probed = await context.probe(url);
    if (!probed.ok) throw new Refusal(`${url.host} could not be probed: ${probed.errorClass}`);
    return presentedOf(probed.presented);
  },
  present: ({ address, tlsVersion, keyType, pin, rawPointPin, problem, chain }) =>
    [
      `Address    ${address}, ${tlsVersion}`,
      `Key        ${keyType}`,
      `Pin        ${pin}`,
      ...(rawPointPin === null
        ? []
        : [`Raw point  ${rawPointPin} (not a pin; \`jokko pin add\` converts it)`]),
      `Checks     ${problem === null ? 'passed' : `FAILED: ${problem}`}`,
      ...chain.map(
        ({ subject, issuer, expiresAt }, at) =>
          `${at === 0 ? 'Leaf       ' : 'Issuer     '}${subject}, issued by ${issuer}, until ${expiresAt}`,
      ),
    ].join('\n'),
});

function presentedOf(presented: Presented) {
  const { address, tlsVersion, keyType, pin, rawPointPin, problem } = presented;
  const chain = presented.chain.map((each) => ({
    ...each,
    expiresAt: each.expiresAt.toISOString(),
  }));
  const verified = problem === null;
  return { address, tlsVersion, keyType, pin, rawPointPin, verified, problem, chain };
}

export const commands = [add, list, remove, probe];
