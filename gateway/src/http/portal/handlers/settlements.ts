// Routes of settlements for developers. They are of the whole account, so that who is limited to countries does not get them.

import { countryPlans, decimalsOf, parseAmount, ribCountries, toDecimalString, unreadAmountProblem } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { loadBalances } from '../../../domain/ledger/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import {
  endSchedule,
  listDestinations,
  listSchedules,
  listSettlements,
  loadTerms,
  mostOf,
  requestSettlement,
  setSchedule,
  withdrawSettlement,
  type Requested,
} from '../../../domain/settlements/index.ts';
import type { Handlers } from '../handler.ts';
import { decisionAnswer, destinationItem, findAdvice, settlementItem, wrongField } from './settlement-words.ts';

type Terms = RouteAnswer<'GET settlements/terms'>;

const pageRows = 50;
/** IBANs of other countries are read as well; these are where merchants of the franc zones bank. */
const furtherBankCountries = ['FR', 'GN', 'GW'];
const shareOfPercent = 100;

export function settlementHandlers({ database }: PeopleDeps) {
  return {
    async 'GET settlements'({ query: { after }, caller: { membership } }) {
      const page = { accountId: membership.accountId, ...(after && { before: Number(after) }), limit: pageRows + 1 };
      const rows = await listSettlements(database, page);
      const items = rows.slice(0, pageRows).map(settlementItem);
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET settlements/terms'({ caller: { live, membership } }) {
      return { ok: true, answer: await termsOf(database, membership.accountId, live.person.id) };
    },
    async 'GET settlements/:id'({ params, caller: { membership } }) {
      const answer = await findAdvice(database, Number(params.id), membership.accountId);
      return answer === null ? { ok: false, refusal: 'notFound' } : { ok: true, answer };
    },
    async 'POST settlements'({ body: { key, currency, amount, destinationId }, caller: { live, membership }, visit }) {
      const minor = parseAmount(amount, decimalsOf(currency));
      if (minor === null) return wrongField('amount', unreadAmountProblem(amount, decimalsOf(currency)));
      const { accountId } = membership;
      const order = { accountId, key, currency, destinationId, amount: minor, askedBy: live.person.id };
      return requestAnswer(await requestSettlement(database, personOf(live.person, visit), order));
    },
    async 'POST settlements/withdraw'({ body: { id }, caller: { live, membership }, visit }) {
      const by = { id, accountId: membership.accountId };
      return decisionAnswer(await withdrawSettlement(database, personOf(live.person, visit), by));
    },
    async 'POST settlements/schedule'({
      body: { currency, minimum, keep, every, day, destinationId },
      caller: { live, membership },
      visit,
    }) {
      if (every !== 'month' && day > 7) return wrongField('day', 'notAllowed');
      const amounts = { minimum: parseAmount(minimum, decimalsOf(currency)), keep: parseAmount(keep, decimalsOf(currency)) };
      if (amounts.minimum === null) return wrongField('minimum', unreadAmountProblem(minimum, decimalsOf(currency)));
      if (amounts.keep === null) return wrongField('keep', unreadAmountProblem(keep, decimalsOf(currency)));
      const given = {
        ...{ accountId: membership.accountId, personId: live.person.id, currency, destinationId, every, day },
        ...{ minimum: amounts.minimum, keep: amounts.keep },
      };
      const scheduled = await setSchedule(database, personOf(live.person, visit), given);
      return scheduled.ok ? { ok: true, answer: { nextAt: scheduled.nextAt.toISOString() } } : wrongField('destinationId', 'notUsable');
    },
    async 'POST settlements/schedule/end'({ body: { currency }, caller: { live, membership }, visit }) {
      const ended = await endSchedule(database, personOf(live.person, visit), { accountId: membership.accountId, currency });
      return ended ? { ok: true, answer: {} } : { ok: false, refusal: 'notFound' };
    },
  } satisfies Partial<Handlers>;
}

function requestAnswer(requested: Requested): { ok: true; answer: { id: number; repeated: boolean } } | Refused {
  if (requested.ok) return { ok: true, answer: { id: requested.id, repeated: requested.repeated } };
  switch (requested.refusal) {
    case 'destination':
      return wrongField('destinationId', 'notUsable');
    case 'amount':
      return wrongField('amount', 'notPositive');
    case 'below minimum':
      return wrongField('amount', 'tooSmall');
    case 'above maximum':
      return wrongField('amount', 'tooLarge');
    case 'not covered':
      return wrongField('amount', 'notCovered');
    case 'suspended':
      return { ok: false, refusal: 'notAllowed' };
    case 'key used':
      return { ok: false, refusal: 'sentBefore' };
  }
}

async function termsOf(database: Database, accountId: number, personId: number): Promise<Terms> {
  const [balances, destinations, schedules] = await Promise.all([
    loadBalances(database, [accountId]),
    listDestinations(database, accountId),
    listSchedules(database, accountId),
  ]);
  return {
    balances: await Promise.all(
      balances.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)).map((balance) => balanceOf(database, balance)),
    ),
    destinations: destinations.map((destination) => destinationItem(destination, personId)),
    schedules: schedules.map(({ currency, destinationId, every, day, minimum, keep, nextAt, lastAt, lastOutcome }) => ({
      ...{ currency, destinationId, every, day, lastOutcome, nextAt: nextAt.toISOString(), lastAt: lastAt?.toISOString() ?? null },
      ...{ minimum: toDecimalString(minimum), keep: toDecimalString(keep) },
    })),
    bankCountries: [...ribCountries, ...furtherBankCountries],
    walletCountries: Object.keys(countryPlans),
  };
}

async function balanceOf(
  database: Database,
  { currency, available, held }: { currency: string; available: bigint; held: bigint },
): Promise<Terms['balances'][number]> {
  const terms = await loadTerms(database, currency);
  return {
    currency,
    available: toDecimalString(available),
    held: toDecimalString(held),
    most: toDecimalString(mostOf(terms, available, currency)),
    minimum: toDecimalString(terms.minimum),
    maximum: terms.maximum === null ? null : toDecimalString(terms.maximum),
    fee: toDecimalString(terms.fee),
    feePercent: String(terms.feeShare / shareOfPercent),
  };
}
