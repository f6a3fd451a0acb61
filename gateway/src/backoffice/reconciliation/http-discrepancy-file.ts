// Route of the discrepancies of a statement file as a CSV file. The export is written to the audit
// log.

import type { Database } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { findFile, listDiscrepancies, type Discrepancy } from './index.ts';
import { csvFile, headingsOf, type Cell } from '../../platform/http/portal/csv.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

const exportRows = 500;

export function discrepancyExportHandlers({ database }: { database: Database }) {
  return {
    async 'GET operator/reconciliation/:id/export'({ params, query, caller: { session }, visit }) {
      const file = await findFile(database, Number(params.id));
      if (file === null) return notFound;
      const reported = { class: query.class ?? null, state: query.state ?? null };
      const subject = `reconciliation/${file.id}` as const;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'reconciliation.export',
        subject,
        new: reported,
      });
      const { language, timeZone } = session.user;
      const form = query.form ?? 'plain';
      return {
        ok: true,
        file: csvFile(
          `gaps-${file.party.replace('/', '-')}-${file.id}`,
          { form, timeZone },
          headingsOf(headingsFor(file), form, language),
          rowsOf(database, file.id, reported),
        ),
      };
    },
  } satisfies Partial<Handlers>;
}

async function* rowsOf(
  database: Database,
  fileId: number,
  { class: name, state }: Pick<Parameters<typeof listDiscrepancies>[1], 'class' | 'state'>,
) {
  for (let after: number | null = null; ;) {
    const discrepancies: Discrepancy[] = await listDiscrepancies(database, {
      fileId,
      class: name,
      state,
      after,
      limit: exportRows,
    });
    if (discrepancies.length === 0) return;
    yield discrepancies.map(cellsOf);
    after = discrepancies.at(-1)!.id;
  }
}

/** In the words of whose statement it is. */
const headingsFor = ({ route }: { route: string | null }) => ({
  ...headings,
  fr: headings.fr.map((heading) =>
    route === null ? heading.replace('du fournisseur', 'de la banque') : heading,
  ),
  en: headings.en.map((heading) =>
    route === null ? heading.replace('Provider', 'Bank') : heading,
  ),
});

const headings = {
  fr: [
    'Écart',
    'Classe',
    'Statut',
    'Ligne',
    'Développeur',
    'Transaction',
    'Notre référence',
    'Référence du fournisseur',
    'Devise',

    'Montant du fournisseur',
    'Notre montant',
    'Différence',
    'Frais',
    'Frais convenus',
    'Date du fournisseur',
    'Statut du fournisseur',
    'Notre statut',
    'Illisible',
  ],
  en: [
    'Discrepancy',
    'Class',
    'Status',
    'Row',
    'Developer',
    'Transaction',
    'Our reference',
    'Provider reference',
    'Currency',

    'Provider amount',
    'Our amount',
    'Difference',
    'Fee',
    'Agreed fee',
    'Provider time',
    'Provider status',
    'Our status',
    'Unreadable',
  ],
  plain: [
    'discrepancy',
    'class',
    'state',
    'row',
    'account_name',
    'transaction_id',
    'our_reference',
    'provider_reference',
    'currency',

    'theirs',
    'ours',
    'difference',
    'fee',
    'agreed_fee',
    'their_time',
    'their_status',
    'our_state',
    'unreadable',
  ],
};

const minor = (amount: string | null | undefined): Cell =>
  amount === null || amount === undefined ? null : { amount: BigInt(amount) };

const digits = (text: string | null | undefined): Cell =>
  text === null || text === undefined ? null : { digits: text };

function cellsOf(discrepancy: Discrepancy): Cell[] {
  const { theirs, ours } = discrepancy.evidence;
  return [
    digits(String(discrepancy.id)),
    discrepancy.class,
    discrepancy.state,
    discrepancy.line === null ? null : digits(String(discrepancy.line)),
    discrepancy.accountName,

    digits(discrepancy.operationId === null ? null : String(discrepancy.operationId)),
    digits(theirs?.ourReference),
    digits(theirs?.providerReference ?? ours?.providerReference),
    discrepancy.currency,

    { amount: discrepancy.theirs },
    { amount: discrepancy.ours },
    { amount: discrepancy.theirs - discrepancy.ours },
    minor(theirs?.fee),
    minor(theirs?.feeAgreed),

    theirs?.at == null ? null : { at: new Date(theirs.at) },
    theirs?.status ?? null,
    ours?.state ?? null,
    theirs?.problem ?? null,
  ];
}
