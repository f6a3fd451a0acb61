// Parses the filters of a transaction list: texts from the URL become ids, phones, amounts, and
// the states and services that the user may see.

import {
  countryPlans,
  decimalsKept,
  errorCatalogue,
  normalisePhone,
  phoneText,
  parseAmount,
  readTransactionId,
  unreadAmountProblem,
} from '@jokko/contract';
import type { RouteResult, RouteQuery } from '@jokko/contract/portal';
import type { ListFilter, ListPlace, State } from '../../payments/operations/index.ts';
import { withoutMark } from '../../platform/spreadsheet/index.ts';
import { refuseField, type Refused } from '../../platform/http/portal/refused.ts';

export type Status = RouteResult<'GET transactions'>['items'][number]['status'];

export const statusOf: { readonly [state in State]: Status } = {
  READY: 'waiting',
  PARKED: 'waiting',
  SENDING: 'waiting',
  ACCEPTED: 'waiting',
  UNKNOWN: 'waiting',
  SUCCESS: 'success',
  FAILED: 'failed',
  CANCELED: 'canceled',
  REFUNDING: 'refunding',
  REFUNDED: 'refunded',
};

export type Wanted = { ok: true; filter: ListFilter; after: ListPlace | null } | Refused;

type Conditions = Omit<RouteQuery<'GET operator/transactions'>, 'account' | 'after'>;

/** Whose transactions: of one account, of several, or of all. */
export type ListScope = Pick<ListFilter, 'accountId' | 'accounts'>;

/** `visible` as of `servicesSeenBy`. */
export function readFilter(
  query: Conditions & { after?: string },
  scope: ListScope,
  visible: readonly string[] | null,
): Wanted {
  const { status, service, error, route = null } = query;
  const typed = withoutMark(query.q?.trim() ?? '');
  // No text of the database holds it.
  if (typed.includes('\0')) return refuseField('q', 'badCharacters');
  const amount = readAmounts(query.amount ?? '');
  if (!amount.ok) return amount;
  const phonePart = phoneText(query.phonePart ?? '').replace('+', '');
  if (!/^\d*$/.test(phonePart)) return refuseField('phonePart', 'notDigits');
  const after = query.after === undefined ? null : readPlace(query.after);
  if (query.after !== undefined && after === null) return refuseField('after', 'notAllowed');
  const filter: ListFilter = {
    ...scope,
    identified:
      typed === ''
        ? null
        : { id: readTransactionId(typed), text: typed, phones: phonesMeant(typed) },
    part: null,
    amount: amount.range,
    states:
      status === undefined
        ? null
        : (Object.keys(statusOf) as State[]).filter((state) => statusOf[state] === status),
    services: servicesOf(service, visible),
    errors: error === undefined ? null : errorsOf(error),
    route,
    phonePart: phonePart === '' ? null : phonePart,
    from: query.from === undefined ? null : new Date(query.from),
    until: query.until === undefined ? null : new Date(query.until),
  };
  const times = [filter.from, filter.until].every(
    (at) => at === null || !Number.isNaN(at.getTime()),
  );
  return times ? { ok: true, filter, after } : refuseField('from', 'notAllowed');
}

/** One amount, both ends of a range, or only its beginning. */
function readAmounts(text: string): { ok: true; range: ListFilter['amount'] } | Refused {
  const typed = text.replaceAll(/\s/g, '').replaceAll(',', '.').replaceAll('–', '-');
  if (typed === '') return { ok: true, range: null };
  const [, first = typed, last = first] = /^([^-]+)-([^-]*)$/.exec(typed) ?? [];
  const ends: bigint[] = [];
  for (const end of last === '' ? [first] : [first, last]) {
    const amount = parseAmount(end, decimalsKept);
    if (amount === null) return refuseField('amount', unreadAmountProblem(end, decimalsKept));
    ends.push(amount);
  }
  const [from = 0n, until = null] = ends;
  if (from < 0n || until === 0n || (until !== null && until < from))
    return refuseField('amount', 'notPositive');
  return { ok: true, range: { from, until } };
}

function servicesOf(
  chosen: string | undefined,
  visible: readonly string[] | null,
): readonly string[] | null {
  if (chosen === undefined) return visible;
  return visible === null || visible.includes(chosen) ? [chosen] : [];
}

/** Several ids may share a code; what failed without an id is shown as unknown. */
const errorsOf = (code: string): number[] =>
  errorCatalogue.filter((entry) => entry.code === code).map(({ id }) => id ?? 0);

/**
 * Every number that may be meant: with a country code, or a national number of any country that has
 * a plan.
 */
export function phonesMeant(typed: string): string[] {
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
