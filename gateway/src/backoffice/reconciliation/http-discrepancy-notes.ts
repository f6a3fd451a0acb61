// Routes of what users say about discrepancies: about one, or about many at once.

import type { Database } from '../../platform/db/database.ts';
import { closeDiscrepancies, noteDiscrepancy } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { uploaderOf } from './http-uploader.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';

export function discrepancyNoteHandlers({ database }: { database: Database }) {
  return {
    async 'POST operator/reconciliation-discrepancies/note'({
      body: { id, to, note, approvalRequestId },
      caller: { session },
      visit,
    }) {
      if (note.trim() === '') return refuseField('note', 'empty');
      const noted = await noteDiscrepancy(database, {
        id,
        to,
        note: note.trim(),
        approvalRequestId,
        by: uploaderOf(session.user, visit),
      });
      if (noted.ok) return { ok: true, answer: {} };
      if (noted.refusal === 'unknown') return notFound;
      return refuseField('approvalRequestId', 'notAllowed');
    },
    async 'POST operator/reconciliation-discrepancies/close'({
      body: { ids, to, note },
      caller: { session },
      visit,
    }) {
      if (note.trim() === '') return refuseField('note', 'empty');
      const closed = await closeDiscrepancies(database, {
        ids,
        to,
        note: note.trim(),
        by: uploaderOf(session.user, visit),
      });
      if (closed.ok) return { ok: true, answer: {} };
      return closed.refusal === 'unknown' ? notFound : conflict;
    },
  } satisfies Partial<Handlers>;
}
