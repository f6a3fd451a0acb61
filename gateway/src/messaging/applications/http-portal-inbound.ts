// Route of the messages that an application of the account received.

import { maskCardNumbers } from '@jokko/contract';
import { findOwnApp, listInbound } from './index.ts';
import type { Database } from '../../platform/db/database.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { placeOf } from './http-portal-sms-place.ts';

export function inboundHandlers({ database }: { database: Database }) {
  return {
    async 'GET sms/inbound'({ query: { app: id, after }, caller: { membership } }) {
      if ((await findOwnApp(database, Number(id), membership.accountId)) === null) return notFound;
      const rows = await listInbound(database, Number(id), {
        after: placeOf(after),
        limit: pageRowsRead,
      });
      const { rows: shown, next } = cutPage(rows, ({ place }) => place);
      const items = shown.map(
        ({ id: number, sender, recipient, content, complete, consent, receivedAt }) => ({
          id: String(number),
          from: /^\d{8,15}$/.test(sender) ? `+${sender}` : sender,
          to: recipient,
          text: content === null ? null : maskCardNumbers(content),
          complete,
          consent,
          receivedAt,
        }),
      );
      return {
        ok: true,
        answer: { items, next },
      };
    },
  } satisfies Partial<Handlers>;
}
