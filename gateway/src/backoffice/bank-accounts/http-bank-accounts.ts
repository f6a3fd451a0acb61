// Routes of our own accounts at banks.

import { bankNumberText, currencyDecimals } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, refuseField } from '../../platform/http/portal/refused.ts';
import { closeBankAccount, listBankAccounts, openBankAccount } from './index.ts';

export function bankAccountHandlers({ database }: { database: Database }) {
  return {
    async 'GET operator/bank-accounts'() {
      return { ok: true, answer: { items: await listBankAccounts(database) } };
    },
    async 'POST operator/bank-accounts'({ body, caller: { session }, visit }) {
      const { currency } = body;
      if (!Object.hasOwn(currencyDecimals, currency)) return refuseField('currency', 'notAllowed');
      const number = bankNumberText(body.number);
      if (number === '') return refuseField('number', 'empty');
      const [name, bank] = [body.name.trim(), body.bank.trim()];
      const by = { userId: session.user.id, who: actorOf(session.user, visit) };
      const id = await openBankAccount(database, { name, bank, number, currency, by });
      return id === null ? conflict : { ok: true, answer: { id } };
    },
    async 'POST operator/bank-accounts/close'({ body: { id }, caller: { session }, visit }) {
      const by = { userId: session.user.id, who: actorOf(session.user, visit) };
      return (await closeBankAccount(database, { id, by })) ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}
