// How are remittance quotes and look-ups remembered? The statements of the noun.

import type { RemitSendData } from '@jokko/connector-kit';
import type { Session } from '../../db/database.ts';

interface Remembered {
  accountId: number;
  codeService: string;
  /** Ten-thousandths of the currency unit. */
  amountMinor: bigint;
}

export async function insertRemittance(
  session: Session,
  kind: 'quote' | 'lookup',
  entry: Remembered & { sendData?: RemitSendData; reference?: string },
): Promise<void> {
  await session.query(
    {
      name: 'remittance-remember',
      text: 'insert into remittance (account_id, code_service, kind, amount, reference, send_data) values ($1, $2, $3, $4, $5, $6)',
    },
    [
      entry.accountId,
      entry.codeService,
      kind,
      entry.amountMinor,
      entry.reference ?? null,
      entry.sendData === undefined ? null : JSON.stringify(entry.sendData),
    ],
  );
}

/** The newest entry of this kind for the same account, service and amount that is not older than `minutes`. */
export async function selectRecent(
  session: Session,
  kind: 'quote' | 'lookup',
  query: Remembered,
  minutes: number,
): Promise<{ sendData: RemitSendData | null; reference: string | null } | null> {
  const rows = await session.query<{ sendData: RemitSendData | null; reference: string | null }>(
    {
      name: 'remittance-recent',
      text: `select send_data as "sendData", reference from remittance
        where account_id = $1 and code_service = $2 and kind = $3 and amount = $4
          and created_at >= jokko_now() - make_interval(mins => $5)
        order by created_at desc, id desc limit 1`,
    },
    [query.accountId, query.codeService, kind, query.amountMinor, minutes],
  );
  return rows[0] ?? null;
}

/** The amount of the newest look-up of a reference that is not older than `minutes`. */
export async function selectLookedUpAmount(
  session: Session,
  { accountId, codeService, reference }: { accountId: number; codeService: string; reference: string },
  minutes: number,
): Promise<bigint | null> {
  const rows = await session.query<{ amount: bigint }>(
    {
      name: 'remittance-looked-up-amount',
      text: `select amount from remittance
        where account_id = $1 and code_service = $2 and kind = 'lookup' and reference = $3
          and created_at >= jokko_now() - make_interval(mins => $4)
        order by created_at desc, id desc limit 1`,
    },
    [accountId, codeService, reference, minutes],
  );
  return rows[0]?.amount ?? null;
}
