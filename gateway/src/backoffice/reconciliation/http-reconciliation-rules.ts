// Routes of the rules about what providers take.

import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { isAboveHundred } from './mapping.ts';
import { addRule, endRule, listRules } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { uploaderOf } from './http-uploader.ts';
import { conflict, refuseField } from '../../platform/http/portal/refused.ts';

export function reconciliationRuleHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
) {
  return {
    async 'GET operator/reconciliation-rules'() {
      return {
        ok: true,
        answer: {
          routes: catalogue().routes.map(({ name }) => name),
          items: await listRules(database),
        },
      };
    },
    async 'POST operator/reconciliation-rules'({ body, caller: { session }, visit }) {
      if (!catalogue().routes.some(({ name }) => name === body.route))
        return refuseField('route', 'notAllowed');
      if (Number(body.percent) === 0 && Number(body.fixed) === 0)
        return refuseField('percent', 'empty');
      if (isAboveHundred(body)) return refuseField('percent', 'aboveHundred');
      const note = body.note.trim();
      if (note === '') return refuseField('note', 'empty');
      const by = uploaderOf(session.user, visit);
      const id = await addRule(database, { ...body, note, by });
      return id === null ? conflict : { ok: true, answer: { id } };
    },
    async 'POST operator/reconciliation-rules/end'({ body: { id }, caller: { session }, visit }) {
      return (await endRule(database, { id, by: uploaderOf(session.user, visit) }))
        ? { ok: true, answer: {} }
        : conflict;
    },
  } satisfies Partial<Handlers>;
}
