// Routes of certificate pins: what receivers must show, what they have shown, and what they show now.

import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Probe } from '../../../domain/pins/index.ts';
import { loadCertificates, loadPins, readPin, readReceiverHost, registerPin, removePin } from '../../../domain/pins/index.ts';
import type { Handlers } from '../handler.ts';
import { createTries } from '../tries.ts';

const probesPerMinute = 10;
const fault = (field: string): Refused => ({ ok: false, refusal: 'invalid', fields: [{ field, problem: 'notAllowed' }] });

export function pinHandlers({ database }: PeopleDeps, probe: (url: URL) => Promise<Probe>) {
  const tries = createTries(probesPerMinute, 60_000);
  return {
    async 'GET pins'({ caller: { membership } }) {
      const pins = (await loadPins(database, membership.accountId)).map(({ addedAt, ...pin }) => ({
        ...pin,
        addedAt: addedAt.toISOString(),
      }));
      const certificates = (await loadCertificates(database, membership.accountId)).map((seen) => ({
        ...{ host: seen.host, pin: seen.pin, subject: seen.subject, issuer: seen.issuer, daysLeft: seen.daysLeft, present: seen.isPresent },
        ...{ expiresAt: seen.expiresAt.toISOString(), seenAt: seen.seenAt.toISOString() },
      }));
      return { ok: true, answer: { pins, certificates } };
    },
    async 'POST pins'({ body, caller: { live, membership }, visit }) {
      const host = readReceiverHost(body.host.trim());
      const read = readPin(body.pin);
      if (host === null) return fault('host');
      if (!read.ok) return fault('pin');
      const label = body.label.trim();
      const given = { host, pin: read.pin, label: label === '' ? null : label };
      const added = await registerPin(database, membership.accountId, given, personOf(live.person, visit));
      return added.ok ? { ok: true, answer: {} } : { ok: false, refusal: 'conflict' };
    },
    async 'POST pins/remove'({ body: { host, pin }, caller: { live, membership }, visit }) {
      const read = readPin(pin);
      if (!read.ok) return fault('pin');
      const removed = await removePin(database, membership.accountId, host, read.pin, personOf(live.person, visit));
      return removed === null ? { ok: false, refusal: 'notFound' } : { ok: true, answer: {} };
    },
    async 'POST pins/probe'({ body, caller: { membership } }) {
      const host = readReceiverHost(body.host.trim());
      if (host === null) return fault('host');
      const waitSeconds = tries.take(membership.accountId);
      if (waitSeconds > 0) return { ok: false, refusal: 'tooManyTries', retryAfterSeconds: waitSeconds };
      const probed = await probe(new URL(`https://${host}`));
      // Why exactly is not told: the gateway is no scanner of other networks.
      if (!probed.ok) return fault('host');
      const { address, tlsVersion, keyType, pin, problem, chain } = probed.presented;
      const told = chain.map(({ expiresAt, ...certificate }) => ({ ...certificate, expiresAt: expiresAt.toISOString() }));
      return { ok: true, answer: { address, tlsVersion, keyType, pin, problem, chain: told } };
    },
  } satisfies Partial<Handlers>;
}
