// Routes of balances and statements. They are of the whole account, so that who is limited to countries does not get them.

import { ledgerKindOf, toDecimalString } from '@jokko/contract';
import type { RouteQuery } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import {
  effectOf,
  loadBalances,
  readBounds,
  readStatement,
  type StatementLine,
  type StatementPeriod,
} from '../../../domain/ledger/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { statementFile } from './statement-file.ts';

const pageRows = 50;
const refuse = (field: string): Refused => ({ ok: false, refusal: 'invalid', fields: [{ field, problem: 'notAllowed' }] });

export function statementHandlers({ database }: PeopleDeps) {
  return {
    async 'GET balance'({ caller: { membership } }) {
      const rows = await balancesOf(database, membership.accountId);
      const balances = rows.map(({ currency, available, held }) => ({
        ...{ currency, available: toDecimalString(available), held: toDecimalString(held) },
      }));
      return { ok: true, answer: { balances } };
    },
    async 'GET statement'({ query, caller: { membership } }) {
      const period = await periodOf(database, membership.accountId, query);
      if (!period.ok) return period;
      if (query.after !== undefined && !/^\d{1,18}$/.test(query.after)) return refuse('after');
      const before = query.after === undefined ? null : BigInt(query.after);
      const [lines, bounds] = await Promise.all([
        readStatement(database, period.value, before, pageRows + 1),
        readBounds(database, period.value),
      ]);
      const shown = lines.slice(0, pageRows);
      return {
        ok: true,
        answer: {
          currency: period.value.currency,
          opening: toDecimalString(bounds.opening),
          closing: toDecimalString(bounds.closing),
          items: shown.map(itemOf),
          next: lines.length > pageRows ? String(shown.at(-1)!.id) : null,
        },
      };
    },
    async 'GET statement/export'({ query: { form = 'plain', ...query }, caller: { live, membership }, visit }) {
      const { accountId, accountName } = membership;
      const period = await periodOf(database, accountId, query);
      if (!period.ok) return period;
      const { currency, from, until } = period.value;
      const told = { currency, form, from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
      await noteAudit(database, { who: personOf(live.person, visit), action: 'statement.export', accountId, new: told });
      const { opening } = await readBounds(database, period.value);
      const { language, timeZone } = live.person;
      const account = { id: accountId, name: accountName };
      return { ok: true, file: statementFile(database, { account, period: period.value, opening, language, timeZone }, form) };
    },
  } satisfies Partial<Handlers>;
}

function itemOf(line: StatementLine) {
  const { available, held } = effectOf(line);
  return {
    ...{ id: String(line.id), at: line.at.toISOString(), verb: line.verb, kind: ledgerKindOf(line), note: line.note },
    ...{ transactionId: line.operationId, smsBatchId: line.smsBatchId, settlementId: line.settlementId },
    amount: toDecimalString(line.amount),
    available: toDecimalString(available),
    held: toDecimalString(held),
    availableAfter: toDecimalString(line.availableAfter),
  };
}

/** By currency; an account has few. */
async function balancesOf(database: Database, accountId: number) {
  return (await loadBalances(database, [accountId])).toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

type Period = Pick<RouteQuery<'GET statement'>, 'currency' | 'from' | 'until'>;

async function periodOf(
  database: Database,
  accountId: number,
  { currency, from, until }: Period,
): Promise<{ ok: true; value: StatementPeriod } | Refused> {
  const dates = { from: from === undefined ? null : new Date(from), until: until === undefined ? null : new Date(until) };
  for (const [field, date] of Object.entries(dates)) if (date !== null && Number.isNaN(date.getTime())) return refuse(field);
  const chosen = currency ?? (await balancesOf(database, accountId))[0]?.currency ?? 'XOF';
  return { ok: true, value: { accountId, currency: chosen, ...dates } };
}
