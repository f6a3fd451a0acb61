// Routes of the secrets that sign requests and callbacks. The account is always the membership's.

import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import {
  finishHmacRotation,
  readHmacStatus,
  readWebhookOverlap,
  revealWebhookSecret,
  rotateHmacSecret,
  rotateWebhookSecret,
  switchHmac,
} from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';

const hourMs = 3_600_000;

export function signingHandlers({ database, secrets }: { database: Database; secrets: Secrets }) {
  return {
    async 'GET signing'({ caller: { membership } }) {
      const status = await readHmacStatus(database, membership.accountId);
      if (status === null) return notFound;
      const reported = status.secrets.map(({ createdAt, firstUsedAt, endsAt, ...secret }) => ({
        ...secret,
        createdAt,
        firstUsedAt,
        endsAt,
      }));
      const webhookPreviousUntil = await readWebhookOverlap(database, membership.accountId);
      return { ok: true, answer: { hmac: status.hmac, secrets: reported, webhookPreviousUntil } };
    },
    async 'POST signing/hmac'({ body: { on }, caller: { session, membership }, visit }) {
      const switched = await switchHmac(
        database,
        secrets,
        membership.accountId,
        on,
        actorOf(session.user, visit),
      );
      return switched.ok ? { ok: true, answer: { secret: switched.hmacSecret } } : conflict;
    },
    async 'POST signing/hmac/rotate'({
      body: { overlapHours },
      caller: { session, membership },
      visit,
    }) {
      const who = actorOf(session.user, visit);
      const rotated = await rotateHmacSecret(
        database,
        secrets,
        membership.accountId,
        overlapHours * hourMs,
        who,
      );
      return rotated.ok ? { ok: true, answer: { secret: rotated.hmacSecret } } : conflict;
    },
    async 'POST signing/hmac/finish'({ caller: { session, membership }, visit }) {
      const finished = await finishHmacRotation(
        database,
        membership.accountId,
        actorOf(session.user, visit),
      );
      return finished.ok ? { ok: true, answer: {} } : conflict;
    },
    ...webhookSecretHandlers({ database, secrets }),
  } satisfies Partial<Handlers>;
}

function webhookSecretHandlers({ database, secrets }: { database: Database; secrets: Secrets }) {
  return {
    async 'POST signing/webhook/show'({ caller: { session, membership }, visit }) {
      const { accountId } = membership;
      const who = actorOf(session.user, visit);
      const secret = await revealWebhookSecret({ database, secrets }, who, accountId);
      return secret === null ? notFound : { ok: true, answer: { secret } };
    },
    async 'POST signing/webhook/rotate'({
      body: { overlapHours },
      caller: { session, membership },
      visit,
    }) {
      const who = actorOf(session.user, visit);
      const secret = await rotateWebhookSecret(
        database,
        secrets,
        membership.accountId,
        overlapHours * hourMs,
        who,
      );
      return secret === null ? notFound : { ok: true, answer: { secret } };
    },
  } satisfies Partial<Handlers>;
}
