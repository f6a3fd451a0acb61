// Routes of notices to the user who is signed in, and of what of them e-mail tells.

import { tenThousandthsPerUnit } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import {
  listBalanceLimits,
  listNotices,
  readNoticesUpTo,
  readTopicsOff,
  setBalanceLimit,
  setTopicsOff,
} from './index.ts';

export interface NoticeHandlersDeps {
  database: Database;
  /** Whether the installation sends e-mail. */
  mails: boolean;
}

export function noticeHandlers({ database, mails }: NoticeHandlersDeps) {
  return {
    async 'GET notices'({ caller: { session } }) {
      // Who looks at a developer's portal sees neither its notices nor their own there.
      const membership = session.viewing === null ? session.membership : null;
      const notices = membership === null ? [] : await listNotices(database, membership.id);
      const items = notices.map(({ number, ...notice }) => ({ id: number, ...notice }));
      return { ok: true, answer: { items, unread: items.filter(({ unread }) => unread).length } };
    },
    async 'POST notices/read'({ body: { upTo }, caller: { session } }) {
      if (session.membership !== null) await readNoticesUpTo(database, session.membership.id, upTo);
      return { ok: true, answer: {} };
    },
    async 'GET mail-topics'({ caller: { session } }) {
      return { ok: true, answer: { mails, off: await readTopicsOff(database, session.user.id) } };
    },
    async 'POST mail-topics'({ body: { off }, caller: { session }, visit }) {
      await setTopicsOff(database, actorOf(session.user, visit), session.user.id, off);
      return { ok: true, answer: {} };
    },
    async 'GET balance-limits'({ caller: { membership } }) {
      return {
        ok: true,
        answer: { items: await listBalanceLimits(database, membership.accountId) },
      };
    },
    async 'POST balance-limits'({ body: { currency, minimum }, caller, visit }) {
      const { accountId } = caller.membership;
      const minor = minimum === null ? null : BigInt(minimum) * tenThousandthsPerUnit;
      const limit = { accountId, currency, minimum: minor };
      await setBalanceLimit(database, actorOf(caller.session.user, visit), limit);
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
