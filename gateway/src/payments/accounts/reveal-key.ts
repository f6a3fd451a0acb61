// Shows a sandbox key of an account again, with an entry in the audit log.

import type { Database } from '../../platform/db/database.ts';
import { noteAudit, type Who } from '../../platform/audit/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { showKey } from './change-keys.ts';

/** `keyId` null: the newest one. Null: there is no such account or key. */
export async function revealKey(
  { database, secrets }: { database: Database; secrets: Secrets },
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
