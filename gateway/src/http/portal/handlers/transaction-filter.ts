// What do the filters of a list of transactions mean? Texts from the address become ids, phones, amounts, states and services that may be seen.

import { countryPlans, normalisePhone, parseAmount, readTransactionId, unreadAmountProblem } from '@jokko/contract';
import type { PortalFieldProblem, RouteAnswer, RouteQuery } from '@jokko/contract/portal';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import type { ListFilter, ListPlace, State } from '../../../domain/operations/index.ts';
import type { Membership, Refused } from '../../../domain/people/index.ts';
import { withoutMark } from '../csv.ts';

export type Status = RouteAnswer<'GET transactions'>['items'][number]['status'];

export const statusOf: { readonly [state in State]: Status } = {
  READY: 'waiting',
  SENDING: 'waiting',
  ACCEPTED: 'waiting',
  UNKNOWN: 'waiting',
  SUCCESS: 'success',
  FAILED: 'failed',
  CANCELED: 'canceled',
  REFUNDING: 'refunding',
  REFUNDED: 'refunded',
};

/** Codes of the services of the membership's countries; null: all. */
export function servicesSeenBy({ countries }: Membership, catalogue: Catalogue): string[] | null {
  if (countries === null) return null;
  return catalogue.services.filter(({ country }) => country !== null && countries.includes(country)).map(({ code }) => code);
}

export type Wanted = { ok: true; filter: ListFilter; after: ListPlace | null } | Refused;

const wrong = (field: string, problem: PortalFieldProblem): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
const amountDecimals = 4;

/** `accountId` null: of all accounts. `visible` as of `servicesSeenBy`. */
export function readFilter(query: RouteQuery<'GET transactions'>, accountId: number | null, visible: readonly string[] | null): Wanted {
  const { status, service } = query;
  const typed = withoutMark(query.q?.trim() ?? '');
  const amountText = query.amount?.replaceAll(/\s/g, '').replace(',', '.') ?? '';
  const amount = amountText === '' ? null : parseAmount(amountText, amountDecimals);
  if (amountText !== '' && amount === null) return wrong('amount', unreadAmountProblem(amountText, amountDecimals));
  if (amount !== null && amount <= 0n) return wrong('amount', 'notPositive');
  // No text of the database holds it.
  if (typed.includes('\0')) return wrong('q', 'badCharacters');
  const after = query.after === undefined ? null : readPlace(query.after);
  if (query.after !== undefined && after === null) return wrong('after', 'notAllowed');
  const chosen = service === undefined ? null : [service];
  const filter: ListFilter = {
    accountId,
    identified: typed === '' ? null : { id: readTransactionId(typed), text: typed, phones: phonesOf(typed) },
    amount,
    states: status === undefined ? null : (Object.keys(statusOf) as State[]).filter((state) => statusOf[state] === status),
    services: visible === null ? chosen : chosen === null ? visible : chosen.filter((code) => visible.includes(code)),
    from: query.from === undefined ? null : new Date(query.from),
    until: query.until === undefined ? null : new Date(query.until),
  };
  const times = [filter.from, filter.until].every((at) => at === null || !Number.isNaN(at.getTime()));
  return times ? { ok: true, filter, after } : wrong('from', 'notAllowed');
}

/** Every number that may be meant: with a country code, or a national number of any country that has a plan. */
function phonesOf(typed: string): string[] {
  const readings = Object.keys(countryPlans).map((country) => normalisePhone(typed, country));
  const general = normalisePhone(typed, '', { countryCodeRequired: true });
  return [...new Set([...readings, general].filter((phone) => phone !== null))];
}

/** A place in a list, as text for the address. */
export const placeText = ({ at, id }: ListPlace): string => `${at.getTime()}.${id}`;

function readPlace(text: string): ListPlace | null {
  const parts = /^(\d{1,14})\.(\d{1,16})$/.exec(text);
  return parts === null ? null : { at: new Date(Number(parts[1])), id: parts[2]! };
}
