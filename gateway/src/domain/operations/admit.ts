// Is this request an operation? Judges it by the request, the account's and the catalogue's copies alone: no database, no network. What is
// wrong by form is refused and nothing is stored; a business refusal is stored as FAILED (rule O8).

import { createHash, hash, randomBytes } from 'node:crypto';
import {
  amountProblem,
  checkOperation,
  composeHashInput,
  decimalsOf,
  errorIds,
  normalisePhone,
  notMultipleOf,
  parseAmount,
  type FieldFault,
  type OperationRequest,
  type ServiceFamily,
} from '@jokko/contract';
import type { RemitSendData } from '@jokko/connector-kit';
import type { Account } from '../accounts/index.ts';
import type { AddressGuard } from '../../outbound/guard.ts';
import { callbackAddressProblem } from '../callbacks/index.ts';
import { commissionOf, priceFor, type Catalogue, type Service } from '../catalogue/index.ts';
import type { Card } from './card-vault.ts';
import type { Refusal, Rules } from './commands.ts';
import { readExtras } from './extras.ts';
import type { Facts } from './operation.ts';

export interface Admitted {
  ok: true;
  facts: Facts;
  service: Service;
  card: Card | null;
  rules: Rules | null;
  bill: { accountNumber: string; reference: string } | null;
  refusal: Refusal | null;
}
export type Refused =
  | { ok: false; type: 'invalid'; faults: FieldFault[]; errorId: number | null; codeService: string }
  | { ok: false; type: 'unknownService' | 'notActivated'; codeService: string }
  | { ok: false; type: 'suspended' };

export interface AdmitContext {
  account: Account;
  catalogue: Catalogue;
  sandbox: boolean;
  /** Which hosts callbacks may be sent to. */
  guard: AddressGuard;
  /** The key that the request presented, for the callback's hash. */
  apiKey: string;
  transactionId: string;
  now: Date;
  recent: { sendData: RemitSendData | null; reference: string | null };
  /** Services that are switched off too: for what was begun before. */
  offToo?: boolean;
}

const familyOfKind: { [kind in Service['kind']]: ServiceFamily } = {
  payout: 'plain',
  airtime: 'plain',
  collect: 'wallet',
  card: 'card',
  bank_transfer: 'bankTransfer',
  bill_pay: 'billPay',
  reload: 'reload',
  chat: 'chat',
  remit_send: 'remitSend',
  remit_receive: 'remitReceive',
};

/** `body` is the strictly parsed JSON object. Pure but for random link tokens. */
export function admitOperation(body: object, context: AdmitContext): Admitted | Refused {
  const { account, catalogue } = context;
  const codeService = (body as { codeService?: unknown }).codeService;
  const service = typeof codeService === 'string' ? catalogue.service(codeService) : undefined;
  const formFaults = checkOperation(body, service === undefined ? undefined : familyOfKind[service.kind]);
  const request = body as OperationRequest;
  if (formFaults.length > 0) return invalid(request, [...formFaults], redirectError(formFaults, service));
  if (service === undefined) return { ok: false, type: 'unknownService', codeService: request.codeService };
  if (account.suspended) return { ok: false, type: 'suspended' };
  if (!account.services.has(service.code) || (service.off && context.offToo !== true))
    return { ok: false, type: 'notActivated', codeService: service.code };
  return admitForm(request, service, context);
}

function invalid(request: OperationRequest, faults: FieldFault[], errorId: number | null = null): Refused {
  const codeService = typeof request.codeService === 'string' ? request.codeService : '';
  return { ok: false, type: 'invalid', faults, errorId, codeService };
}

/** A card's redirect address that is not https is an entry of the error catalogue (90), found by the form check already. */
function redirectError(faults: readonly FieldFault[], service: Service | undefined): number | null {
  return service?.kind === 'card' && faults.every(({ problem }) => problem === 'notHttps') ? errorIds.redirectUrl : null;
}

function admitForm(request: OperationRequest, service: Service, context: AdmitContext): Admitted | Refused {
  const faults: FieldFault[] = [];
  const phone = normalisePhone(request.phone, service.country ?? '', { countryCodeRequired: service.country === null });
  const amount = readAmount(request, service, faults);
  const callbackUrl = request.callbackUrl || request.urlIpn || null;
  if (callbackUrl !== null) checkCallback(callbackUrl, request, context, faults);
  const clientData = readClientData(request.data, faults);
  if (phone === null) return invalid(request, [{ field: 'phone', problem: 'invalidPhone' }, ...faults], errorIds.invalidPhone);
  if (faults.length > 0 || amount === null) return invalid(request, faults);
  const extras = readExtras(request, {
    accountName: context.account.name,
    service,
    clientData,
    sandbox: context.sandbox,
    transactionId: context.transactionId,
    recent: context.recent,
  });
  if (!extras.ok) return invalid(request, extras.faults, extras.errorId);
  const { extra, card } = extras;
  const { account, transactionId } = context;
  const price = priceFor(service, account.services.get(service.code) ?? null);
  const rules = rulesOf(service);
  const facts: Facts = {
    accountId: account.id,
    id: transactionId,
    externalId: request.externalTransactionId,
    fingerprint: fingerprintOf(phone, amount, service.code, extra),
    codeService: service.code,
    direction: service.direction,
    route: service.route,
    phoneGiven: request.phone,
    phone,
    amount,
    commission: commissionOf(price, amount),
    currency: service.currency,
    details: {
      extra,
      successUrl: request.successRedirectUrl || request.bankAuthRedirectUrl || null,
      errorUrl: request.errorRedirectUrl || null,
      sender: request.sender || request.merchantName || null,
      ...(!price.refundsCommission && { keepsCommission: true as const }),
    },
    clientData,
    callbackUrl,
    callbackHash:
      callbackUrl === null ? null : hash('sha256', composeHashInput(transactionId, request.externalTransactionId, context.apiKey)),
    linkToken: hasLink(service, extra) ? randomBytes(16).toString('hex') : null,
    ruled: rules !== null,
  };
  const bill = extra.type === 'bill' ? { accountNumber: extra.accountNumber, reference: extra.billReference } : null;
  return { ok: true, facts, service, card, rules, bill, refusal: businessRefusal(facts, service, card, context.now) };
}

function readAmount(request: OperationRequest, service: Service, faults: FieldFault[]): bigint | null {
  const given = request.amount as unknown;
  const decimals = decimalsOf(service.currency);
  const absent = given === undefined || given === null || given === '';
  if (service.messagePrice !== null && (absent || parseAmount(given, decimals) === 0n)) return service.messagePrice;
  const fault = (problem: FieldFault['problem']): null => {
    faults.push({ field: 'amount', problem });
    return null;
  };
  if (absent) return fault('missing');
  const problem = amountProblem(given, decimals);
  if (problem !== null) return fault(problem);
  // A message costs its price, whatever the client thinks.
  return service.messagePrice ?? parseAmount(given, decimals);
}

function checkCallback(url: string, request: OperationRequest, { account, sandbox, guard }: AdmitContext, faults: FieldFault[]): void {
  const problem = callbackAddressProblem(url, { guard, httpAllowed: sandbox || account.allowHttpCallbacks });
  if (problem !== null) faults.push({ field: request.callbackUrl ? 'callbackUrl' : 'urlIpn', problem });
}

/** Absent, null, an object, or a string holding a JSON object (rule O3). */
function readClientData(data: unknown, faults: FieldFault[]): Facts['clientData'] {
  if (data === undefined || data === null) return null;
  if (typeof data !== 'string') return data as { [member: string]: unknown };
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as { [member: string]: unknown };
  } catch {
    // Reported below.
  }
  faults.push({ field: 'data', problem: 'notJsonObject' });
  return null;
}

function hasLink(service: Service, extra: Facts['details']['extra']): boolean {
  return service.link === 'authPage' || (extra.type === 'wallet' && extra.link !== 'none');
}

function rulesOf(service: Service): Rules | null {
  const { duplicateWindowSeconds, dailyMaximum, weeklyMaximum, monthlyMaximum } = service;
  if (duplicateWindowSeconds === 0 && dailyMaximum === null && weeklyMaximum === null && monthlyMaximum === null) return null;
  return { duplicateWindowSeconds, dailyMaximum, weeklyMaximum, monthlyMaximum };
}

/** Two requests are the same operation when these are equal (rule O5): not callback address, data, redirect addresses or card data. */
function fingerprintOf(phone: string, amount: bigint, codeService: string, extra: Facts['details']['extra']): string {
  const parts: unknown[] = [phone, String(amount), codeService];
  if (extra.type === 'card') {
    const { firstName, lastName, email, merchantName, description } = extra;
    parts.push(firstName, lastName, email, merchantName, description);
  } else if (extra.type === 'chat' && extra.media !== undefined) {
    const { name, extension, base64 } = extra.media;
    parts.push(extra.message, name, extension, createHash('sha256').update(base64).digest('hex'));
  } else if (extra.type === 'remit_send') parts.push(inOrder(extra.data.senderDetails), inOrder(extra.data.receiverDetails));
  else parts.push(extra);
  return hash('sha256', JSON.stringify(parts));
}

/** Members in one order, whatever the order they were sent in. */
const inOrder = (members: { [name: string]: string }): [string, string][] => Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));

const unit = 10_000n;

/** Refusals that the request, the catalogue and the card alone decide; ledger and ceilings decide later, under the lock. */
function businessRefusal(facts: Facts, service: Service, card: Card | null, now: Date): Refusal | null {
  const refuse = (errorId: number): Refusal => ({ errorId, message: null });
  if (service.minimum !== null && facts.amount < service.minimum) return refuse(errorIds.belowMinimum);
  if (service.maximum !== null && facts.amount > service.maximum) return refuse(errorIds.aboveMaximum);
  if (service.multipleOf !== null && facts.amount % service.multipleOf !== 0n) {
    const granularity = Number(service.multipleOf / unit) as keyof typeof notMultipleOf;
    return refuse(notMultipleOf[granularity] ?? errorIds.belowMinimum);
  }
  if (facts.direction === 'CREDIT' && facts.commission > facts.amount) return refuse(errorIds.belowMinimum);
  return card !== null && isExpired(card, now) ? refuse(errorIds.cardExpired) : null;
}

/** A card is good to the end of its month. */
function isExpired(card: Card, now: Date): boolean {
  const year = 2000 + Number(card.expireYear);
  const firstMomentAfter = Date.UTC(year, Number(card.expireMonth), 1);
  return now.getTime() >= firstMomentAfter;
}
