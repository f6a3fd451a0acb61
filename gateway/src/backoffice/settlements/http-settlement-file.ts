// Routes of the payment files of settlements: one is made for the bank, and read.

import type { Database } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { eachOfFile, makePaymentFile, referenceOfFile, type Settlement } from './index.ts';
import { csvFile, headingsOf, type Cell } from '../../platform/http/portal/csv.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';

export function settlementFileHandlers({ database }: { database: Database }) {
  return {
    async 'POST operator/settlements/files'({ caller: { session }, visit }) {
      const made = await makePaymentFile(database, actorOf(session.user, visit));
      return { ok: true, answer: made ?? { file: null, count: 0 } };
    },
    async 'GET operator/settlements/files/:file'({
      params: { file },
      query: { form = 'plain' },
      caller: { session },
      visit,
    }) {
      const subject = `settlement-file/${file}` as const;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'settlement.file-read',
        subject,
      });
      const { language, timeZone } = session.user;
      return {
        ok: true,
        file: csvFile(
          `settlements-${file}`,
          { form, timeZone },
          headingsOf(headings, form, language),
          rowsOf(database, Number(file)),
        ),
      };
    },
  } satisfies Partial<Handlers>;
}

const headings = {
  fr: [
    'Référence',
    'Approuvé',
    'Compte',
    'Nom du compte',
    'Titulaire',
    'Type',
    'Établissement',
    'Pays',
    'Numéro',
    'Montant',
    'Devise',
  ],
  en: [
    'Reference',
    'Approved',
    'Account',
    'Account name',
    'Holder',
    'Type',
    'Institution',
    'Country',
    'Number',
    'Amount',
    'Currency',
  ],
  plain: [
    'reference',
    'approved_at',
    'account_id',
    'account_name',
    'holder',
    'scheme',
    'institution',
    'country',
    'number',
    'amount',
    'currency',
  ],
};

async function* rowsOf(database: Database, file: number): AsyncGenerator<Cell[][]> {
  for await (const some of eachOfFile(database, file)) yield some.map(cellsOf);
}

/** The reference goes with the payment, so that the bank's statement names it. */
function cellsOf({
  id,
  approvedAt,
  accountId,
  accountName,
  destination,
  amount,
  currency,
}: Settlement): Cell[] {
  const { holder, scheme, institution, country, number } = destination;
  return [
    referenceOfFile(id),
    approvedAt === null ? null : { at: approvedAt },
    { digits: String(accountId) },
    accountName,
    holder,
    scheme.toUpperCase(),
    institution,
    country,
    { digits: number },
    { amount },
    currency,
  ];
}
