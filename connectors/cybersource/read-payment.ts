// Reads what CyberSource answers to a payment, and what its transaction search tells of one. Pure.

import { defined } from '@jokko/contract';
import type {
  Claims,
  FinalWord,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import type { ProviderError, RefusalRow } from '@jokko/connectors/kit';
import {
  about,
  asObject,
  codeMember,
  errorIds,
  failed,
  failedFor,
  listMember,
  pending,
  refusalRow,
  succeeded,
  textMember,
} from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';
import { partyOf } from './operations.ts';
import { reasonOfNumber } from './reason-table.ts';
import type { CybersourceCall } from './reason-table.ts';
import { readReason } from './read-reason.ts';
import { hasMoved, isAuthorized, isAuthorizedByWord, noEnd } from './read-services.ts';
import { amountFromCybersource } from './wire-amount.ts';

/** The attempt that something is read for. */
export interface Reader {
  config: CybersourceConfig;
  intent: Intent;
  refs: Refs;
  call: CybersourceCall;
}

export type Reading =
  | QueryOutcome
  /**
   * The issuer has set money aside that we do not take: it is given back at once, and the payment
   * has failed.
   */
  | { kind: 'takeBack'; refs: Refs; error: ProviderError }
  /** `word`: said with a status that is an end. */
  | { kind: 'inquire' | 'unclear'; word?: FinalWord }
  | { kind: 'unlisted'; code: string };

/**
 * Reads the answer to a payment; null when it is none. `untilMs`: when the payer's time at the bank
 * is over.
 */
export function readPayment(reader: Reader, object: JsonObject, untilMs: number): Reading | null {
  const status = textMember(object, 'status');
  if (status === undefined) return null;
  const { refs } = reader;
  const theirs = textMember(object, 'id');
  const known: Refs = theirs === undefined ? refs : { ...refs, theirs };
  switch (status) {
    case 'AUTHORIZED':
      return theirs === undefined ? null : withClaims(succeeded(known), object);
    case 'AUTHORIZED_PENDING_REVIEW':
    case 'PENDING_REVIEW':
      return withClaims(pending(known, 'provider'), object);
    case 'PARTIAL_AUTHORIZED':
      return { kind: 'takeBack', refs: known, error: { ...noWhole, provider: status } };
    case 'AUTHORIZED_RISK_DECLINED':
      return { kind: 'takeBack', refs: known, error: { ...byRisk, provider: status } };
    case 'PENDING_AUTHENTICATION':
      return challengeOf(reader, object, known, untilMs);
    case 'DECLINED':
    case 'AUTHENTICATION_FAILED':
    case 'INVALID_REQUEST':
      return givenBack(
        refusal(reader, object, known),
        theirs !== undefined && isAuthorizedByWord(object),
      );
    default:
      return { kind: 'unlisted', code: `status ${status}` };
  }
}

/** The bank's own page: the payer's browser goes there with a token, and comes back to our page. */
function challengeOf({ intent }: Reader, object: JsonObject, refs: Refs, untilMs: number): Reading {
  const information = asObject(object['consumerAuthenticationInformation']);
  const member = (name: string): string | undefined =>
    information === null ? undefined : textMember(information, name);
  const url = member('stepUpUrl');
  const token = member('accessToken');
  const authentication = member('authenticationTransactionId');
  if (url === undefined || token === undefined || authentication === undefined)
    return { kind: 'unlisted', code: 'PENDING_AUTHENTICATION without a page' };
  const fields = { JWT: token, MD: refs.ours };
  return pending({ ...refs, authentication, until: String(untilMs) }, 'payer', {
    post: { url, fields },
    expiresInMs: intent.payerWindowMs,
  });
}

/** HTTP 401: who we are is judged before anything is executed. */
export const ourKey = {
  ...refusalRow(errorIds.connection, 'otherRoute', 'credentials'),
  provider: 'HTTP 401',
};

/**
 * An answer that says no, in `errorInformation` or beside its status. It is about the payment that
 * it names, where it names one.
 */
export function refusal(reader: Reader, object: JsonObject, refs: Refs): Reading {
  const { reason, row, message } = readReason(reader.config, reader.call, object);
  const status = textMember(object, 'status') ?? '';
  const isEnd = Object.hasOwn(finalStatuses, status);
  if (row === 'inquire' || row === 'unclear')
    return isEnd ? { kind: row, word: { status, reason } } : { kind: row };
  if (row === undefined && !isEnd) return { kind: 'unlisted', code: reason ?? 'no reason' };
  const ours = referenceIn(object);
  const known = row ?? (reason === undefined ? finalStatuses[status] : undefined);
  const outcome = failedFor(refs, known, { status, reason, message });
  return ours === undefined ? outcome : about(outcome, { ours });
}

function referenceIn(object: JsonObject): string | undefined {
  const reference = asObject(object['clientReferenceInformation']);
  return reference === null ? undefined : textMember(reference, 'code');
}

/** Reads a transaction of the search; null when it is none. */
export function readTransaction(reader: Reader, object: JsonObject): Reading | null {
  const information = asObject(object['applicationInformation']);
  const theirs = textMember(object, 'id');
  if (information === null || theirs === undefined) return null;
  const refs: Refs = { ...reader.refs, theirs };
  const code = codeMember(information, 'reasonCode') ?? '';
  const moved = hasMoved(reader.call, information);
  if (noEnd.has(code)) return { kind: 'unclear' };
  if (code === '480') return withClaims(pending(refs, 'provider'), object);
  if (code === '100')
    return moved === 'yes'
      ? withClaims(succeeded(refs), object)
      : { kind: 'unlisted', code: 'accepted, but nothing moved' };
  if (moved !== 'no')
    return {
      kind: 'unlisted',
      code: `reason code ${code}, but money ${moved === 'yes' ? 'moved' : 'may have moved'}`,
    };
  return refusalByNumber(reader, object, refs, code);
}

/** A transaction that moved nothing. What the issuer has set aside all the same is given back. */
function refusalByNumber(reader: Reader, object: JsonObject, refs: Refs, code: string): Reading {
  const information = asObject(object['applicationInformation']) ?? {};
  if (code === '110' && reader.call === 'pay')
    return { kind: 'takeBack', refs, error: { ...noWhole, provider: code } };
  // The page of the bank is lost with the answer, and without it nothing is paid.
  const reading =
    code === '475'
      ? failed(refs, { ...notAuthenticated, provider: code })
      : refusal(reader, inWords(reader, object, information, code), refs);
  if (reading.kind === 'unlisted') return { kind: 'unlisted', code: `reason code ${code}` };
  return givenBack(reading, reader.call === 'pay' && isAuthorized(information));
}

/** A failure, with what the issuer has set aside all the same. */
const givenBack = (reading: Reading, isSetAside: boolean): Reading =>
  reading.kind === 'failed' && isSetAside
    ? { kind: 'takeBack', refs: reading.refs, error: reading.error }
    : reading;

/**
 * The transaction as the answer to a payment would tell it: why in words, and whether that is an
 * end.
 */
function inWords(
  reader: Reader,
  object: JsonObject,
  information: JsonObject,
  code: string,
): JsonObject {
  const status = isDeclined(object, information) ? 'DECLINED' : undefined;
  const { row, reason: told } = readReason(reader.config, reader.call, object);
  if (row !== undefined) return { ...object, status };
  const reason = reasonOfNumber(code) ?? told ?? (code === '' ? undefined : code);
  const errorInformation = { ...asObject(object['errorInformation']), reason };
  return { ...object, status, errorInformation };
}

/**
 * Whether a transaction is said to be declined, which is an end for whatever reason: reasons get
 * new numbers. The whole says so (`rCode`, a status), or one of its services where the whole says
 * nothing; an error (-1) may have executed it.
 */
function isDeclined(object: JsonObject, information: JsonObject): boolean {
  const rCode = codeMember(information, 'rCode');
  if (rCode !== undefined) return rCode === '0';
  const status = textMember(information, 'status') ?? textMember(object, 'status');
  if (status !== undefined) return Object.hasOwn(finalStatuses, status);
  const results = listMember(information, 'applications').map((one) => codeMember(one, 'rCode'));
  return results.includes('0') && !results.includes('-1');
}

export function withClaims(outcome: QueryOutcome, object: JsonObject): Reading {
  const order = asObject(object['orderInformation']);
  const details =
    asObject(object['voidAmountDetails']) ??
    asObject(object['refundAmountDetails']) ??
    (order === null ? null : asObject(order['amountDetails']));
  const ours = referenceIn(object);
  const currency = details === null ? undefined : textMember(details, 'currency')?.toUpperCase();
  const amount = details === null ? null : amountIn(details);
  const party = partyIn(object);
  const claims: Claims = {
    ...defined({ ours, amount, currency, party }),
  };
  return about(outcome, claims);
}

/** What was authorised, where that is told; it may be less than what was asked for. */
function amountIn(details: JsonObject): bigint | null {
  const names = ['authorizedAmount', 'voidAmount', 'refundAmount', 'totalAmount'];
  const told = names.map((name) => details[name]).find((value) => value !== undefined);
  return told === undefined ? null : amountFromCybersource(told);
}

function partyIn(object: JsonObject): string | undefined {
  const payment = asObject(object['paymentInformation']);
  const card = payment === null ? null : asObject(payment['card']);
  const suffix = card === null ? undefined : textMember(card, 'suffix');
  return suffix === undefined || !/^\d{4}$/.test(suffix) ? undefined : partyOf(suffix);
}

const notAuthenticated = refusalRow(errorIds.partial3ds, 'newAttempt');
const noWhole = refusalRow(errorIds.customerBalanceLow, 'newAttempt');
const byRisk = refusalRow(errorIds.cardRejectedByIssuer, 'newAttempt');

/** Statuses that are an end whatever the reason, and what they mean without one. */
const finalStatuses: { readonly [status: string]: RefusalRow | undefined } = {
  DECLINED: undefined,
  INVALID_REQUEST: undefined,
  AUTHENTICATION_FAILED: notAuthenticated,
};
