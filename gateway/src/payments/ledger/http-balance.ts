// GET balance: returns what is available in each currency of the account.

import { balanceEndpoint, codes, texts, toJsonNumber } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { loadBalances } from './index.ts';
import type { Account } from '../accounts/index.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import { implementUnchecked } from '../api/http-implement.ts';

export const implementBalance = (deps: { database: Session }) =>
  implementUnchecked(balanceEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    handle: async ({ account, reply }) => {
      const balances = await balancesOf(deps.database, account);
      const asked = (reply.request.query as { currency?: unknown }).currency;
      const shown =
        asked === undefined ? balances : balances.filter((each) => each.currency === asked);
      const say = texts[account.language];
      const [first] = shown;
      if (first === undefined) return { refused: refusal(codes.notFound, say.unknownCurrency()) };
      return success(say.success(), { ...first, balances: shown });
    },
  });

/** The main currency comes first. It is there before anything has moved. */
async function balancesOf(
  session: Session,
  { id, currency: main }: Account,
): Promise<{ currency: string; balance: number }[]> {
  const stored = await loadBalances(session, [id]);
  const others = stored.filter(({ currency }) => currency !== main);
  const available = stored.find(({ currency }) => currency === main)?.available ?? 0n;
  return [{ currency: main, available }, ...others].map((each) => ({
    currency: each.currency,
    balance: toJsonNumber(each.available),
  }));
}
