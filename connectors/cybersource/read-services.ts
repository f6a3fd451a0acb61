// Reads what the services of a transaction tell: a transaction of the search is one request of several,
// and each has a result of its own. Pure.

import type { JsonObject } from '@jokko/connectors/kit';
import { codeMember, listMember, textMember } from '@jokko/connectors/kit';
import { reasonOfNumber, reasonTable } from './reason-table.ts';
import type { CybersourceCall } from './reason-table.ts';

/** Reason codes of a fault or a time-out, after which it may have been executed all the same. */
export const noEnd: ReadonlySet<string> = new Set(['150', '151', '152', '250']);

/** Services of a request that move money: a sale is an authorisation and its capture. */
const movers: { readonly [call in CybersourceCall]: readonly string[] } = {
  pay: ['ics_bill'],
  refund: ['ics_credit', 'ics_void'],
};

/** `maybe`: one of them says neither that it was done nor that it was refused. */
export function hasMoved(call: CybersourceCall, information: JsonObject): 'yes' | 'maybe' | 'no' {
  const standings = movers[call].flatMap((name) => standingsOf(call, information, name));
  if (standings.includes('done')) return 'yes';
  return standings.includes('unclear') ? 'maybe' : 'no';
}

export const isAuthorized = (information: JsonObject): boolean =>
  standingsOf('pay', information, 'ics_auth').includes('done');

type Standing = 'done' | 'refused' | 'unclear' | 'never run';

const standingsOf = (call: CybersourceCall, information: JsonObject, name: string): Standing[] =>
  listMember(information, 'applications')
    .filter((service) => textMember(service, 'name') === name)
    .map((service) => standingOf(call, service));

function standingOf(call: CybersourceCall, service: JsonObject): Standing {
  // The services after one that was refused are only named.
  if (Object.entries(service).every(([name, told]) => name === 'name' || told === null))
    return 'never run';
  const rCode = codeMember(service, 'rCode');
  const code = codeMember(service, 'reasonCode');
  if ((code ?? '100') === '100' && (rCode ?? '1') === '1')
    return code === undefined && rCode === undefined ? 'unclear' : 'done';
  return isRefusal(call, rCode, code) ? 'refused' : 'unclear';
}

function isRefusal(call: CybersourceCall, rCode?: string, code?: string): boolean {
  if (code === '100' || noEnd.has(code ?? '')) return false;
  const reason = reasonOfNumber(code ?? '');
  const row = reason === undefined ? undefined : reasonTable[reason][call];
  return rCode === '0' ? typeof row !== 'string' : rCode === undefined && typeof row === 'object';
}
