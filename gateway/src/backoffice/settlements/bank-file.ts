// Makes the payment file of settlements in the form that a bank takes: the rows of a file of
// settlements, by the connector of a route whose orders leave in files. The same file number gives
// the same message id, which a bank takes once.

import type { Connector } from '@jokko/connectors/kit';
import type { Route } from '../../payments/catalogue/index.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { eachOfFile } from './files.ts';
import { referenceOfFile, type Settlement } from './store.ts';

export type BankFile =
  | { ok: true; name: string; bytes: Buffer; count: number }
  /** `unpayable`: settlements whose account or holder cannot stand in such a file. */
  | { ok: false; refusal: 'no files' | 'nothing to pay' | 'unpayable'; ids: number[] };

const installationCharacters = 12;

const selectTerms: Statement = {
  name: 'select_terms_of_settlement_file',
  text: `select replace(id::text, '-', '') as installation, jokko_now() as now from installation`,
};

/** All or none: what is still to be paid of a file of settlements. */
export async function makeBankFile(
  session: Session,
  file: number,
  { connector, config }: { connector: Connector | undefined; config: Route['config'] },
): Promise<BankFile> {
  const files = connector?.files;
  if (files?.preparePayout === undefined) return { ok: false, refusal: 'no files', ids: [] };
  const settlements: Settlement[] = [];
  for await (const some of eachOfFile(session, file)) settlements.push(...some);
  if (settlements.length === 0) return { ok: false, refusal: 'nothing to pay', ids: [] };
  const rows = settlements.map((settlement) => ({
    id: settlement.id,
    prepared: files.preparePayout!(config, payoutOf(settlement)),
  }));
  const unpayable = rows.filter(({ prepared }) => prepared === null).map(({ id }) => id);
  if (unpayable.length > 0) return { ok: false, refusal: 'unpayable', ids: unpayable };
  const [terms] = await session.query<{ installation: string; now: Date }>(selectTerms);
  const installation = terms!.installation.slice(0, installationCharacters).toUpperCase();
  const made = files.assemble(
    config,
    rows.flatMap(({ prepared }) => prepared ?? []),
    { reference: `JKS${installation}F${file}`, madeAtMs: terms!.now.getTime() },
  );
  return { ok: true, ...made, count: rows.length };
}

/**
 * The reference is that of the file for people, so that the bank's statement names the settlement
 * either way.
 */
function payoutOf({ id, amount, currency, destination }: Settlement) {
  const { number, country, holder } = destination;
  return { reference: referenceOfFile(id), amount, currency, account: number, country, holder };
}
