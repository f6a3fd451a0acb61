// Routes of how a developer's business goes: volume and fees, last payments, open claims, valid
// keys, and the operator's internal notes.

import type { Database } from '../../platform/db/database.ts';
import { findListedAccount, listKeys } from '../../payments/accounts/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import {
  everyOperation,
  listOperations,
  type AccountVolumeReader,
} from '../../payments/operations/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { readOpenClaims } from '../claims/index.ts';
import { statusOf } from '../transactions/http-transaction-filter.ts';
import { addNote, listNotes } from './notes.ts';

interface ActivityDeps {
  database: Database;
  catalogue(): Catalogue;
  volume: AccountVolumeReader;
}

/** The rows of payments, claims and keys each. */
const rowsShown = 5;

export function developerActivityHandlers(deps: ActivityDeps) {
  const { database, volume } = deps;
  return {
    async 'GET operator/developers/:id/activity'({ params }) {
      const id = Number(params.id);
      const keys = await listKeys(database, id);
      if (keys === null) return notFound;
      const [counted, payments, claims, notes] = await Promise.all([
        volume.read(id),
        lastPayments(deps, id),
        readOpenClaims(database, id, rowsShown),
        listNotes(database, id),
      ]);
      return {
        ok: true,
        answer: { volume: counted, payments, claims, keys: validKeys(keys), notes },
      };
    },
    async 'POST operator/developers/note'({ body: { id, text }, caller: { session }, visit }) {
      const note = text.trim();
      if (note === '') return refuseField('text', 'empty');
      if ((await findListedAccount(database, id)) === null) return notFound;
      await addNote(database, id, { author: session.user.id, text: note });
      // What it says stays with the developer.
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'account.note',
        accountId: id,
        subject: `account/${id}`,
      });
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}

async function lastPayments({ database, catalogue }: ActivityDeps, accountId: number) {
  const filter = { ...everyOperation, accountId };
  const { items } = await listOperations(database, filter, null, rowsShown);
  const present = catalogue();
  return items.map(({ id, codeService, amount, currency, state, createdAt }) => ({
    id,
    serviceName: present.service(codeService)?.name ?? codeService,
    amount,
    currency,
    status: statusOf[state],
    createdAt,
  }));
}

function validKeys(keys: NonNullable<Awaited<ReturnType<typeof listKeys>>>) {
  const valid = keys.filter(({ state }) => state === 'active' || state === 'ending').toReversed();
  return {
    count: valid.length,
    newest: valid.slice(0, rowsShown).map((key) => ({
      keyId: key.keyId,
      name: key.name,
      scope: key.scope,
      createdAt: key.created_at,
      expiresAt: key.expires_at,
      usedAt: key.last_used_at,
    })),
  };
}
