// `jokko pin list`: the pins of an account, and the keys that its receivers have shown.

import { loadCertificates, loadPins, withoutPort } from '../domain/pins/index.ts';
import { readArguments, readId } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'pin list ACCOUNT',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['ACCOUNT']);
    const accountId = readId(positionals[0]);
    return withInstallation(async ({ database }) => {
      const registered = await loadPins(database, accountId);
      const certificates = (await loadCertificates(database, accountId)).map(
        ({ host, pin, subject, issuer, expiresAt, seenAt, daysLeft, isPresent }) => {
          const ofHost = registered.filter((each) => each.host === host || each.host === withoutPort(host));
          return {
            ...{ host, pin, subject, issuer, expiresAt: expiresAt.toISOString(), seenAt: seenAt.toISOString() },
            ...{ daysLeft, present: isPresent },
            pinned: ofHost.length === 0 ? null : ofHost.some((each) => each.pin === pin),
          };
        },
      );
      const pins = registered.map(({ host, pin, label, addedAt }) => ({
        ...{ host, pin, label, addedAt: addedAt.toISOString() },
        seen: certificates.some((each) => each.pin === pin && (each.host === host || withoutPort(each.host) === host)),
      }));
      output.result({ accountId, pins, certificates }, () =>
        [
          ...(pins.length === 0
            ? ['no pins']
            : pins.map((each) => `pin   ${each.host}  ${each.pin}  ${each.label ?? ''}${each.seen ? '' : '  (not seen yet)'}`)),
          ...certificates.map((each) => `shown ${each.host}  ${each.pin}  ${wordOf(each)}, last seen ${each.seenAt}`),
        ].join('\n'),
      );
      return 0;
    });
  },
};

interface Listed {
  pinned: boolean | null;
  daysLeft: number;
  expiresAt: string;
  present: boolean;
}

function wordOf({ pinned, daysLeft, expiresAt, present }: Listed): string {
  const pinWord = pinned === null ? 'no pins' : pinned ? 'pinned' : 'NOT AMONG THE PINS';
  if (!present) return `${pinWord}, another key was shown since`;
  const warning = daysLeft < 0 ? ' EXPIRED' : daysLeft < 30 ? ' SOON' : '';
  return `${pinWord}, certificate until ${expiresAt} (${daysLeft} days${warning})`;
}
