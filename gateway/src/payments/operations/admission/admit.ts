// Decides whether a request becomes an operation, from the request and the caches of account and
// catalogue alone: no database, no network. A malformed request is refused and nothing is stored;
// a business refusal is stored as FAILED (rule O8).

import { hash } from 'node:crypto';
import {
  defined,
  amountProblem,
  checkOperation,
  composeHashInput,
  decimalsOf,
  errorIds,
  normalisePhone,
  notMultipleOf,
  operationMembers,
  parseAmount,
  serviceKind,
  withMembersMeant,
  type CardData,
  type FieldFault,
  type OperationRequest,
} from '@jokko/contract';
import type { RemitSendData } from '@jokko/connectors/kit';
import type { Account } from '../../accounts/index.ts';
import type { AddressGuard } from '../../../platform/outbound/guard.ts';
import { callbackAddressFault } from '../../callbacks/index.ts';
import {
  amountLimitsOf,
  chooseRoute,
  commissionOf,
  priceFor,
  type Catalogue,
  type MayTry,
  type RouteStanding,
  type Service,
} from '../../catalogue/index.ts';
import type { Refusal, Rules } from '../model/commands.ts';
import type { CheckoutAttemptKey, OperationTerms } from '../model/operation.ts';
import type { HashedFile } from './hash-file.ts';
import { newPaymentPageToken } from '../queries/payment-page-address.ts';

export interface Admitted {
  ok: true;
  terms: OperationTerms;
  /** The standing of the route that the operation takes. */
  standing: RouteStanding;
  service: Service;
  card: CardData | null;
  rules: Rules | null;
  bill: { accountNumber: string; reference: string } | null;
  refusal: Refusal | null;
}
export type Refused =
  | {
      ok: false;
      type: 'invalid';
      faults: FieldFault[];
      errorId: number | null;
      codeService: string;
    }
  | { ok: false; type: 'unknownService' | 'notActivated'; codeService: string }
  | { ok: false; type: 'suspended' };

export interface AdmitContext {
  account: Account;
  catalogue: Catalogue;
  sandbox: boolean;
  /** Decides which hosts callbacks may be sent to. */
  guard: AddressGuard;
  /** The key that the request presented, for the callback's hash. */
  apiKey: string;
  transactionId: string;
  /** The hash of the body's file, where the file is large. */
  file?: HashedFile;
  /** The checkout that the operation is an attempt to pay. */
  checkout?: CheckoutAttemptKey;
  now: Date;
  recent: { sendData: RemitSendData | null; reference: string | null };
  /** Admits services that are switched off too, for what was begun before. */
  offToo?: boolean;
  /** Lets an operation through to a route that is being tried again. Absent: no operation. */
  mayTry?: MayTry;
}

/** Admits or refuses a strictly parsed JSON object. Pure, except for random link tokens. */
export function admitOperation(body: object, context: AdmitContext): Admitted | Refused {
  const { account, catalogue } = context;
  const codeService = (body as { codeService?: unknown }).codeService;
  const service = typeof codeService === 'string' ? catalogue.service(codeService) : undefined;
  const formFaults = checkOperation(body, service?.kind).filter(
    // The page of a checkout is ours: it has https if the public address has.
    ({ problem }) => context.checkout === undefined || problem !== 'notHttps',
  );
  const request = body as OperationRequest;
  if (formFaults.length > 0)
    return invalid(request, [...formFaults], errorIdOfFaults(formFaults, service));
  if (service === undefined)
    return { ok: false, type: 'unknownService', codeService: request.codeService };
  if (account.suspended) return { ok: false, type: 'suspended' };
  if (!account.services.has(service.code) || (service.off && context.offToo !== true))
    return { ok: false, type: 'notActivated', codeService: service.code };
  return admitForm(request, service, context);
}

function invalid(
  request: OperationRequest,
  faults: FieldFault[],
  errorId: number | null = null,
): Refused {
  const codeService = typeof request.codeService === 'string' ? request.codeService : '';
  const told = withMembersMeant(faults, request, operationMembers);
  return { ok: false, type: 'invalid', faults: told, errorId, codeService };
}

function errorIdOfFaults(
  faults: readonly FieldFault[],
  service: Service | undefined,
): number | null {
  if (service === undefined) return null;
  return serviceKind(service.kind).errorIdOfFaults?.(faults) ?? null;
}

function admitForm(
  request: OperationRequest,
  service: Service,
  context: AdmitContext,
): Admitted | Refused {
  const faults: FieldFault[] = [];
  const phone = normalisePhone(request.phone, service.country ?? '', {
    countryCodeRequired: service.country === null,
  });
  const amount = readAmount(request, service, faults);
  const callbackUrl = request.callbackUrl || request.urlIpn || null;
  if (callbackUrl !== null) checkCallback(callbackUrl, request, context, faults);
  const clientData = readClientData(request.data, faults);
  if (phone === null)
    return invalid(
      request,
      [{ field: 'phone', problem: 'invalidPhone' }, ...faults],
      errorIds.invalidPhone,
    );
  if (faults.length > 0 || amount === null) return invalid(request, faults);
  // The members that the kind of service asks for (rules O6, O7).
  const extras = serviceKind(service.kind).read(request, {
    accountName: context.account.name,
    returnsToUs: context.checkout !== undefined,
    service,
    clientData,
    sandbox: context.sandbox,
    transactionId: context.transactionId,
    recent: context.recent,
  });
  if (!extras.ok) return invalid(request, extras.faults, extras.errorId);
  const { extra, card } = extras;
  const rules = rulesOf(service);
  const route = chooseRoute(context.catalogue, service, {
    mayTry: context.mayTry,
    // The transaction id is left out: a repeat of the same order has another one.
    chosenFor: { seed: `${context.account.id} ${request.externalTransactionId}`, amount },
  });
  const terms = termsOf(request, service, context, {
    route: route.name,
    phone,
    amount,
    extra,
    clientData,
    callbackUrl,
    ruled: rules !== null,
  });
  const bill =
    extra.type === 'bill'
      ? { accountNumber: extra.accountNumber, reference: extra.billReference }
      : null;
  return {
    ok: true,
    terms,
    standing: route.standing,
    service,
    card,
    rules,
    bill,
    refusal: businessRefusal(terms, { service, account: context.account, card }, context.now),
  };
}

interface ReadForm extends Pick<
  OperationTerms,
  'route' | 'phone' | 'amount' | 'clientData' | 'callbackUrl'
> {
  extra: OperationTerms['details']['extra'];
  ruled: boolean;
}

/** Returns the immutable part of the operation, from what was read of the request. */
function termsOf(
  request: OperationRequest,
  service: Service,
  { account, transactionId, apiKey, checkout, file }: AdmitContext,
  { route, phone, amount, extra, clientData, callbackUrl, ruled }: ReadForm,
): OperationTerms {
  const price = priceFor(service, account.services.get(service.code) ?? null);
  return {
    accountId: account.id,
    id: transactionId,
    externalId: request.externalTransactionId,
    fingerprint: fingerprintOf({ phone, amount, service, extra, file }),
    codeService: service.code,
    direction: service.direction,
    route,
    phoneGiven: request.phone,
    phone,
    amount,
    commission: commissionOf(price, amount),
    currency: service.currency,
    details: {
      extra,
      successUrl: request.successRedirectUrl || null,
      errorUrl: request.errorRedirectUrl || null,
      ...bankReturnOf(request, extra),
      sender: request.sender || request.merchantName || null,
      ...(!price.refundsCommission && { keepsCommission: true as const }),
      ...(!account.parksPayouts && { neverParked: true as const }),
      ...defined({ checkout }),
    },
    clientData,
    callbackUrl,
    callbackHash:
      callbackUrl === null
        ? null
        : hash('sha256', composeHashInput(transactionId, request.externalTransactionId, apiKey)),
    paymentPageToken: hasPaymentPage(service, extra) ? newPaymentPageToken() : null,
    ruled,
  };
}

/** Returns the address only if it differs from the pages that follow it. */
function bankReturnOf(
  { bankAuthRedirectUrl: url, successRedirectUrl, errorRedirectUrl }: OperationRequest,
  extra: ReadForm['extra'],
): { bankReturnUrl?: string } {
  if (extra.type !== 'card' || !url) return {};
  return url === successRedirectUrl || url === errorRedirectUrl ? {} : { bankReturnUrl: url };
}

function readAmount(
  request: OperationRequest,
  service: Service,
  faults: FieldFault[],
): bigint | null {
  const given = request.amount as unknown;
  const decimals = decimalsOf(service.currency);
  const absent = given === undefined || given === null || given === '';
  if (service.messagePrice !== null && (absent || parseAmount(given, decimals) === 0n))
    return service.messagePrice;
  const fault = (problem: FieldFault['problem']): null => {
    faults.push({ field: 'amount', problem });
    return null;
  };
  if (absent) return fault('missing');
  const problem = amountProblem(given, decimals);
  if (problem !== null) return fault(problem);
  // A message costs its price, whatever amount the client sends.
  return service.messagePrice ?? parseAmount(given, decimals);
}

function checkCallback(
  url: string,
  request: OperationRequest,
  { account, sandbox, guard }: AdmitContext,
  faults: FieldFault[],
): void {
  const policy = { guard, httpAllowed: sandbox || account.allowHttpCallbacks };
  const field = request.callbackUrl ? 'callbackUrl' : 'urlIpn';
  const fault = callbackAddressFault(field, url, policy);
  if (fault !== null) faults.push(fault);
}

/** Reads a member that is absent, null, an object, or a string with a JSON object (rule O3). */
function readClientData(data: unknown, faults: FieldFault[]): OperationTerms['clientData'] {
  if (data === undefined || data === null) return null;
  if (typeof data !== 'string') return data as { [member: string]: unknown };
  try {
    const parsed: unknown = JSON.parse(data);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as { [member: string]: unknown };
  } catch {
    // The fault is reported below.
  }
  faults.push({ field: 'data', problem: 'notJsonObject' });
  return null;
}

function hasPaymentPage(service: Service, extra: OperationTerms['details']['extra']): boolean {
  return service.link === 'authPage' || (extra.type === 'wallet' && extra.link !== 'none');
}

function rulesOf(service: Service): Rules | null {
  const { duplicateWindowSeconds, dailyMaximum, weeklyMaximum, monthlyMaximum } = service;
  if (
    duplicateWindowSeconds === 0 &&
    dailyMaximum === null &&
    weeklyMaximum === null &&
    monthlyMaximum === null
  )
    return null;
  return { duplicateWindowSeconds, dailyMaximum, weeklyMaximum, monthlyMaximum };
}

/**
 * Returns what makes two requests the same operation (rule O5). Callback address, data, redirect
 * addresses and card data are not part of it.
 */
function fingerprintOf({
  phone,
  amount,
  service,
  extra,
  file,
}: Pick<ReadForm, 'phone' | 'amount' | 'extra'> & {
  service: Service;
  file: HashedFile | undefined;
}): string {
  const sha256 = (text: string): string =>
    text === file?.base64 ? file.sha256 : hash('sha256', text);
  const ofKind = serviceKind(service.kind).fingerprint(extra, sha256);
  return hash('sha256', JSON.stringify([phone, String(amount), service.code, ...ofKind]));
}

const unit = 10_000n;

/**
 * Returns the refusal that request, account, catalogue and card alone decide. Ledger and ceilings
 * decide later, under the lock.
 */
function businessRefusal(
  terms: OperationTerms,
  { service, account, card }: { service: Service; account: Account; card: CardData | null },
  now: Date,
): Refusal | null {
  const refuse = (errorId: number): Refusal => ({ errorId, message: null });
  const { minimum, maximum, multipleOf } = amountLimitsOf(service, account);
  if (minimum !== null && terms.amount < minimum) return refuse(errorIds.belowMinimum);
  if (maximum !== null && terms.amount > maximum) return refuse(errorIds.aboveMaximum);
  if (multipleOf !== null && terms.amount % multipleOf !== 0n) {
    const granularity = Number(multipleOf / unit) as keyof typeof notMultipleOf;
    return refuse(notMultipleOf[granularity] ?? errorIds.belowMinimum);
  }
  if (terms.direction === 'CREDIT' && terms.commission > terms.amount)
    return refuse(errorIds.belowMinimum);
  return card !== null && isExpired(card, now) ? refuse(errorIds.cardExpired) : null;
}

/** A card is valid to the end of its month. */
function isExpired(card: CardData, now: Date): boolean {
  const year = 2000 + Number(card.expireYear);
  const firstMomentAfter = Date.UTC(year, Number(card.expireMonth), 1);
  return now.getTime() >= firstMomentAfter;
}
