// Records when a key was last used, at most once a minute for each key, without delaying the
// answer.

import type { Session, Statement } from '../../platform/db/database.ts';
import { createOnceAMinute } from './once-a-minute.ts';

export interface KeyUses {
  note(keyId: number): void;
}

// Other nodes write too: whoever comes first within a minute is enough.
const update: Statement = {
  name: 'note_key_use',
  text: `update api_key set last_used_at = jokko_now()
         where id = $1 and (last_used_at is null
           or last_used_at < jokko_now() - interval '1 minute')`,
};

/** `now` in ms on the database clock. */
export function createKeyUses(session: Session, now: () => number): KeyUses {
  const noted = createOnceAMinute<number>();
  return {
    note(keyId) {
      if (noted.isDue(keyId, now()))
        session.query(update, [keyId]).catch(() => noted.forget(keyId));
    },
  };
}
