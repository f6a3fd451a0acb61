// How does an account get an API key? Only its HMAC is stored; in a sandbox installation also the sealed key, so that it can be shown
// again (rule C2). A live key is told once, here.

import type { Session } from '../../db/database.ts';
import { contextOf } from '../secrets/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { makeApiKey } from './keys.ts';
import { loadMode, storeKey, takeId } from './store.ts';

/** Makes and stores a key inside the caller's transaction. */
export async function issueKey(session: Session, secrets: Secrets, accountId: number): Promise<string> {
  const mode = await loadMode(session);
  const id = await takeId(session, 'key');
  const key = makeApiKey(mode, id);
  const sealed = mode === 'sandbox' ? secrets.seal(key, contextOf('api_key', 'key_sealed', id)) : null;
  await storeKey(session, { id, accountId, hash: secrets.hashKey(key), lastFour: key.slice(-4), sealed });
  return key;
}
