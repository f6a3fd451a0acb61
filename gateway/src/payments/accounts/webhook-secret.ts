// Manages the webhook secret of an account: the key of the Standard Webhooks signature on its
// callbacks (rule C5), stored sealed. In a rotation both the new and the previous one sign, so
// that receivers accept either.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { contextOf } from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { makeWebhookSecret } from './keys.ts';
import { loadWebhookSecret } from './store.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { touch } from './touch.ts';

const updateWebhookSecret: Statement = {
  name: 'update_webhook_secret',
  text: `update account set webhook_secret_sealed = $2, webhook_secret_previous_sealed = $3,
           webhook_secret_previous_until = case when $3::bytea is null then null
             else jokko_now() + $4::bigint * interval '1 millisecond' end
         where id = $1`,
};
const purgePreviousWebhookSecrets: Statement = {
  name: 'forget_previous_webhook_secrets',
  text: `update account set webhook_secret_previous_sealed = null,
    webhook_secret_previous_until = null
         where webhook_secret_previous_until <= jokko_now()`,
};

/**
 * `whsec_…`, or null when there is no such account. Throws WrongKeyError when it was sealed under
 * another key-encryption key.
 */
export async function readWebhookSecret(
  session: Session,
  secrets: Secrets,
  accountId: number,
): Promise<string | null> {
  const sealed = await loadWebhookSecret(session, accountId);
  return sealed === null
    ? null
    : secrets.unseal(sealed, contextOf('account', 'webhook_secret_sealed', accountId));
}

/**
 * Gives the account a new one; the present one signs besides it for `overlapMs` more, one before
 * that ends now. Null: no such account.
 */
export function rotateWebhookSecret(
  database: Database,
  secrets: Secrets,
  accountId: number,
  overlapMs: number,
  who: Who = { kind: 'command' },
): Promise<string | null> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return null;
    const present = await readWebhookSecret(session, secrets, accountId);
    const next = makeWebhookSecret();
    const previous =
      overlapMs === 0
        ? null
        : secrets.seal(present!, contextOf('account', 'webhook_secret_previous_sealed', accountId));
    const sealed = secrets.seal(next, contextOf('account', 'webhook_secret_sealed', accountId));
    await session.query(updateWebhookSecret, [accountId, sealed, previous, overlapMs]);
    await recordAudit(session, {
      who,
      action: 'webhook-secret.rotate',
      accountId,
      new: { overlapMs },
    });
    return next;
  });
}

const selectPreviousUntil: Statement = {
  name: 'select_webhook_secret_previous_until',
  text: `select webhook_secret_previous_until as until from account where id = $1
    and webhook_secret_previous_until > jokko_now()`,
};

/** Until when the secret before the present one signs besides it; null: it does not. */
export async function readWebhookOverlap(
  session: Session,
  accountId: number,
): Promise<Date | null> {
  const [row] = await session.query<{ until: Date }>(selectPreviousUntil, [accountId]);
  return row?.until ?? null;
}

export async function removeEndedWebhookSecrets(session: Session): Promise<void> {
  await session.query(purgePreviousWebhookSecrets);
}
