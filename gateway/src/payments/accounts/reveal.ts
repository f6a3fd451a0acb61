// Shows a key or a secret of an account again, with an entry in the audit log.

import type { Database } from '../../platform/db/database.ts';
import { noteAudit, type Who } from '../../platform/audit/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { showKey } from './change-keys.ts';
import { readHmacSecret } from './hmac-secrets.ts';
import { readWebhookSecret } from './webhook-secret.ts';

interface Deps {
  database: Database;
  secrets: Secrets;
}

/** `keyId` null: the newest one. Null: there is no such account or key. */
export async function revealKey(
  { database, secrets }: Deps,
  who: Who,
  { accountId, keyId }: { accountId: number; keyId: number | null },
): Promise<string | null> {
  const apiKey = await showKey(database, secrets, accountId, keyId);
  if (apiKey !== null)
    await noteAudit(database, {
      who,
      action: 'key.show',
      accountId,
      subject: `account/${accountId}`,
    });
  return apiKey;
}

/** The secret that signs callbacks now. Null: there is no such account. */
export async function revealWebhookSecret(
  { database, secrets }: Deps,
  who: Who,
  accountId: number,
): Promise<string | null> {
  const secret = await readWebhookSecret(database, secrets, accountId);
  if (secret !== null) await noteAudit(database, { who, action: 'webhook-secret.show', accountId });
  return secret;
}

/** The newest secret that signs requests. Null: there is none. */
export async function revealHmacSecret(
  { database, secrets }: Deps,
  who: Who,
  accountId: number,
): Promise<string | null> {
  const secret = await readHmacSecret(database, secrets, accountId);
  if (secret !== null) await noteAudit(database, { who, action: 'hmac.show', accountId });
  return secret;
}
