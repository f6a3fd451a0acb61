// Reads what the services of a transaction tell: a transaction of the search is one request of
// several, and each has a result of its own. Pure.

import type { JsonObject } from '@jokko/connectors/kit';
import { codeMember, listMember, textMember } from '@jokko/connectors/kit';
import { reasonOfNumber, reasonTable } from './reason-table.ts';
import type { CybersourceCall, Reason } from './reason-table.ts';
import { reasonIn } from './read-reason.ts';

/** Reason codes of a fault or a time-out, after which it may have been executed all the same. */
export const noEnd: ReadonlySet<string> = new Set(['150', '151', '152', '250']);

/** Services of a request that move money: a sale is an authorisation and its capture. */
const movers: { readonly [call in CybersourceCall]: readonly string[] } = {
  pay: ['ics_bill'],
  refund: ['ics_credit', 'ics_void'],
};

/** `maybe`: one of them says neither that it was done nor that it was refused. */
export function hasMoved(call: CybersourceCall, information: JsonObject): 'yes' | 'maybe' | 'no' {
  const services = servicesIn(information, ...movers[call]);
  const standings = services.map((service) => standingOf(call, service));
  if (standings.includes('done')) return 'yes';
  return standings.includes('unclear') ? 'maybe' : 'no';
}

/**
 * Approved by the issuer, and declined by CyberSource: by the address, by the code of the card, by
 * a rule.
 */
const approved: readonly string[] = ['200', '230', '520'];
const approvedWords: readonly (string | undefined)[] = [
  'AVS_FAILED',
  'CV_FAILED',
] satisfies Reason[];

/** Whether the issuer has set the money aside, or a part of it (110). */
export function isAuthorized(information: JsonObject): boolean {
  if (approved.includes(codeMember(information, 'reasonCode') ?? '')) return true;
  return servicesIn(information, 'ics_auth').some(
    (service) =>
      standingOf('pay', service) === 'done' ||
      ['110', ...approved].includes(codeMember(service, 'reasonCode') ?? ''),
  );
}

/** The same of the answer to a payment, which tells words. */
export const isAuthorizedByWord = (object: JsonObject): boolean =>
  approvedWords.includes(reasonIn(object));

type ServiceStanding = 'done' | 'refused' | 'unclear' | 'never run';

const servicesIn = (information: JsonObject, ...names: readonly string[]): JsonObject[] =>
  listMember(information, 'applications').filter((service) =>
    names.includes(textMember(service, 'name') ?? ''),
  );

function standingOf(call: CybersourceCall, service: JsonObject): ServiceStanding {
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
