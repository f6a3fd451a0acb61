// `jokko pin add`: from now on a receiver must show one of its registered keys (rule C6).

import { readPin, readReceiverHost, registerPin } from '../domain/pins/index.ts';
import { probeReceiver, type Presented } from '../outbound/probe.ts';
import { dialSettingsOf } from '../receivers.ts';
import type { Config } from '../config.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const probeTimeoutMs = 10_000;
const labelMax = 100;
const ofNothing =
  'this is the hash of nothing: the OpenSSL pipe that made it fails in silence for EC certificates. `jokko pin probe https://HOST` shows the pin';

export const command: Command = {
  usage: 'pin add ACCOUNT HOST[:PORT] PIN [--label TEXT] [--unseen]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { label: { type: 'string' }, unseen: { type: 'boolean' } }, [
      'ACCOUNT',
      'HOST',
      'PIN',
    ]);
    const accountId = readId(positionals[0]);
    const host = readHost(positionals[1]);
    const given = readPinText(positionals[2]);
    const label = values.label ?? null;
    if (label !== null && label.length > labelMax) throw new UsageError(`--label takes at most ${labelMax} characters`);
    return withInstallation(async ({ config, database }) => {
      const { pin, seen } = values.unseen === true ? { pin: given, seen: false } : await compare(config, host, given);
      const added = await registerPin(database, accountId, { host, pin, label });
      if (!added.ok)
        throw new Refusal(added.refusal === 'full' ? `${host} has 4 pins already: remove one first` : `there is no account ${accountId}`);
      const converted = pin !== given;
      output.result({ accountId, host, pin, label, seen, converted, pins: added.pins }, () =>
        [
          ...(converted ? ['what you gave is the hash of the raw point of the key; the pin of the same key is stored'] : []),
          `pin ${pin} of ${host} is registered for account ${accountId} (${added.pins} of 4)`,
        ].join('\n'),
      );
      return 0;
    });
  },
};

export function readHost(text = ''): string {
  const host = readReceiverHost(text);
  if (host === null) throw new UsageError(`${text} is not a host name or address, with an optional :port`);
  return host;
}

export function readPinText(text = ''): string {
  const read = readPin(text);
  if (read.ok) return read.pin;
  throw new UsageError(read.problem === 'ofNothing' ? ofNothing : `${text} is not a pin: the base64 of a SHA-256, 44 characters`);
}

/** A pin that fits no key would stop all callbacks to the host, so it is compared with what the host shows. */
async function compare(config: Config, host: string, given: string): Promise<{ pin: string; seen: boolean }> {
  const probe = await probeReceiver(dialSettingsOf(config, config.publicUrl), new URL(`https://${host}`), probeTimeoutMs);
  const unseen = 'register the pin of a key that is not in use yet with --unseen';
  if (!probe.ok) throw new Refusal(`${host} could not be asked for its key (${probe.errorClass}); ${unseen}`);
  const pin = pinOfGiven(probe.presented, given);
  if (pin === null) throw new Refusal(`${host} shows another key, ${probe.presented.pin}; ${unseen}`);
  return { pin, seen: true };
}

function pinOfGiven({ pin, rawPointPin }: Presented, given: string): string | null {
  return given === pin || given === rawPointPin ? pin : null;
}
