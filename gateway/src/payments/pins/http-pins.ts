// Routes of certificate pins: what receivers must show, what they have shown, and what they show
// now.

import type { Database } from '../../platform/db/database.ts';
import type { Probe } from './index.ts';
import {
  loadCertificates,
  loadPins,
  readPin,
  readReceiverHost,
  registerPin,
  removePin,
} from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { createTries } from '../../platform/http/portal/tries.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, conflict, refuseField } from '../../platform/http/portal/refused.ts';

const probesPerMinute = 10;

export function pinHandlers(
  { database }: { database: Database },
  probe: (url: URL) => Promise<Probe>,
) {
  const tries = createTries(probesPerMinute, 60_000);
  return {
    async 'GET pins'({ caller: { membership } }) {
      const pins = await loadPins(database, membership.accountId);
      const seen = await loadCertificates(database, membership.accountId);
      const certificates = seen.map((each) => ({ ...each, present: each.isPresent }));
      return { ok: true, answer: { pins, certificates } };
    },
    async 'POST pins'({ body, caller: { session, membership }, visit }) {
      const host = readReceiverHost(body.host.trim());
      const read = readPin(body.pin);
      if (host === null) return refuseField('host', 'notAllowed');
      if (!read.ok) return refuseField('pin', 'notAllowed');
      const label = body.label.trim();
      const given = { host, pin: read.pin, label: label === '' ? null : label };
      const added = await registerPin(
        database,
        membership.accountId,
        given,
        actorOf(session.user, visit),
      );
      return added.ok ? { ok: true, answer: {} } : conflict;
    },
    async 'POST pins/remove'({ body: { host, pin }, caller: { session, membership }, visit }) {
      const read = readPin(pin);
      if (!read.ok) return refuseField('pin', 'notAllowed');
      const removed = await removePin(
        database,
        membership.accountId,
        host,
        read.pin,
        actorOf(session.user, visit),
      );
      return removed === null ? notFound : { ok: true, answer: {} };
    },
    async 'POST pins/probe'({ body, caller: { membership } }) {
      const host = readReceiverHost(body.host.trim());
      if (host === null) return refuseField('host', 'notAllowed');
      const waitSeconds = tries.take(membership.accountId);
      if (waitSeconds > 0)
        return { ok: false, refusal: 'tooManyTries', retryAfterSeconds: waitSeconds };
      const probed = await probe(new URL(`https://${host}`));
      // The exact reason is not returned: the gateway must not serve as a network scanner.
      if (!probed.ok) return refuseField('host', 'notAllowed');
      const { address, tlsVersion, keyType, pin, problem, chain } = probed.presented;
      const reported = chain.map(({ expiresAt, ...certificate }) => ({
        ...certificate,
        expiresAt,
      }));
      return { ok: true, answer: { address, tlsVersion, keyType, pin, problem, chain: reported } };
    },
  } satisfies Partial<Handlers>;
}
