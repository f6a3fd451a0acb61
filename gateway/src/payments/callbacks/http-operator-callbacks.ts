// Routes by which the operator reads the callbacks of an account and sends them again.

import { maskedCode, type Voucher } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { noteAudit, type AuditEntry } from '../../platform/audit/index.ts';
import { replayAllOf, replayOne } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { filterOf, oneOf, pageOf, readWebhookId, wrongTime } from './http-callback-reading.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';

export function operatorCallbackHandlers({ database }: { database: Database }) {
  return {
    'GET operator/callbacks/:account': ({ params, query }) =>
      pageOf(database, Number(params.account), query),
    async 'GET operator/callbacks/:account/:id'({
      params: { account, id },
      query,
      caller: { session, membership },
      visit,
    }) {
      const asked = { id, after: query.after, membership };
      const found = await oneOf(database, Number(account), asked);
      const seen: AuditEntry = {
        who: actorOf(session.user, visit),
        action: 'callback.view',
        accountId: Number(account),
        subject: `callback/${id}`,
      };
      // The body names who was paid.
      if (found.ok && query.after === undefined) await noteAudit(database, seen);
      return found.ok
        ? { ok: true, answer: { ...found.answer, body: withoutSecrets(found.answer.body) } }
        : found;
    },
    async 'POST operator/callbacks/replay'({
      body: { accountId, id: webhookId },
      caller: { session },
      visit,
    }) {
      const id = readWebhookId(webhookId);
      const again =
        id !== null &&
        (await replayOne(database, actorOf(session.user, visit), { ...id, accountId }));
      return again ? { ok: true, answer: {} } : notFound;
    },
    async 'POST operator/callbacks/replay-all'({
      body: { accountId, perSecond, ...given },
      caller: { session },
      visit,
    }) {
      const filter = filterOf(given, accountId);
      if (filter === null) return wrongTime;
      const total = await replayAllOf(database, actorOf(session.user, visit), filter, perSecond);
      return total === null ? conflict : { ok: true, answer: { total } };
    },
  } satisfies Partial<Handlers>;
}

/**
 * The hash proves to the developer that we sent it; the code of a voucher is their customer's, in
 * its member and in the text.
 */
function withoutSecrets(body: string): string {
  const { transaction } = JSON.parse(body) as { transaction?: { voucher?: Voucher } };
  const code = transaction?.voucher?.code;
  const masked =
    code === undefined ? body : body.replaceAll(inText(code), () => inText(maskedCode(code)));
  return masked.replace(/"sha256Hash":"[^"]*"/, '"sha256Hash":"…"');
}

/** A text as it stands within a JSON string. */
const inText = (text: string): string => JSON.stringify(text).slice(1, -1);
