// Issues an API key. Only its HMAC is stored; in a sandbox installation also the sealed key, so
// that it can be shown again (rule C2). A live key is shown only once, here.

import type { Session } from '../../platform/db/database.ts';
import { contextOf } from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { unlimited } from './key-access.ts';
import type { KeyLimits } from './key-access.ts';
import { storeKey, takeKeyId } from './key-store.ts';
import { keyIdText, makeApiKey } from './keys.ts';
import { loadMode } from '../../platform/db/mode.ts';

export interface KeyGrant extends KeyLimits {
  /** For people; may be empty. */
  name: string;
  expiresAt: Date | null;
  /** In ten-thousandths; null: what a key of this mode begins with. */
  payoutLimit: bigint | null;
}
export interface IssuedKey {
  id: number;
  /** `jk_test_7` */
  keyId: string;
  apiKey: string;
}

export const plainGrant: KeyGrant = { ...unlimited, name: '', expiresAt: null, payoutLimit: null };

/** Makes and stores a key inside the caller's transaction. */
export async function issueKey(
  session: Session,
  secrets: Secrets,
  accountId: number,
  grant = plainGrant,
): Promise<IssuedKey> {
  const mode = await loadMode(session);
  const id = await takeKeyId(session);
  const apiKey = makeApiKey(mode, id);
  const sealed =
    mode === 'sandbox' ? secrets.seal(apiKey, contextOf('api_key', 'key_sealed', id)) : null;
  await storeKey(session, {
    ...grant,
    id,
    accountId,
    hash: secrets.hashKey(apiKey),
    lastFour: apiKey.slice(-4),
    sealed,
  });
  return { id, keyId: keyIdText(mode, id), apiKey };
}
