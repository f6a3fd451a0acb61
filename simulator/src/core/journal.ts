// Converts an operation to a line of the book, and a line back to an operation.

import { directionOf } from './operation.ts';
import type { Line, Live, Operation, Order, Result } from './operation.ts';

/** A fresh operation; `offset` is filled in when its first line is appended. */
export function newOperation(order: Order, seq: number, nowMs: number): Operation {
  return {
    seq,
    reference: order.reference,
    protocol: order.protocol,
    kind: order.kind,
    direction: order.direction,
    amount: order.amount,
    currency: order.currency,
    party: order.party,
    service: order.service,
    status: 'pending',
    errorId: 0,
    digits: order.digits,
    fingerprint: order.fingerprint,
    organisationReference: order.organisationReference,
    originalReference: order.originalReference,
    account: order.account,
    claim: order.claim,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    offset: -1,
    closing: false,
    live: null,
  };
}

/** The members that every line of an operation has. */
export function lineOf(operation: Operation, result: Result, atMs: number): Line {
  const line: Line = {
    at: new Date(atMs).toISOString(),
    seq: operation.seq,
    protocol: operation.protocol,
    ourReference: operation.reference,
    kind: operation.kind,
    direction: operation.direction,
    amount: operation.amount,
    currency: operation.currency,
    party: operation.party,
    service: operation.service,
    result,
  };
  if (operation.originalReference !== null) line.originalReference = operation.originalReference;
  if (operation.organisationReference !== '')
    line.organisationReference = operation.organisationReference;
  return line;
}

/** The first line of an operation: all that a restart needs to go on with it. */
export function firstLineOf(
  operation: Operation,
  order: Order,
  token: string | null,
  result: Result,
  atMs: number,
): Line {
  const line = lineOf(operation, result, atMs);
  line.fingerprint = order.fingerprint;
  if (order.digits !== 0) line.digits = order.digits;
  if (order.account !== undefined) line.account = order.account;
  if (order.claim !== null) line.claim = order.claim;
  if (order.callbackUrl !== null) line.callbackUrl = order.callbackUrl;
  if (order.challenge !== 'none') {
    line.challenge = order.challenge;
    line.returnUrls = order.returnUrls;
  }
  if (token !== null) line.token = token;
  line.payerWindowMs = order.payerWindowMs;
  if (order.page !== null) line.page = order.page;
  if (order.remit !== null) line.remit = order.remit;
  return line;
}

/** The operation as its first line left it. */
export function operationOfLine(line: Line, offset: number): Operation {
  const atMs = Date.parse(line.at);
  return {
    seq: line.seq,
    reference: line.ourReference,
    protocol: line.protocol,
    kind: line.kind,
    direction: line.kind === 'refund' ? line.direction : directionOf(line.kind),
    amount: line.amount,
    currency: line.currency,
    party: line.party,
    service: line.service,
    status: 'pending',
    errorId: 0,
    digits: line.digits ?? 0,
    fingerprint: line.fingerprint ?? '',
    organisationReference: line.organisationReference ?? '',
    originalReference: line.originalReference ?? null,
    account: line.account,
    claim: line.claim ?? null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    offset,
    closing: false,
    live: null,
  };
}

/** What a pending operation needs to go on after a restart. */
export function liveOfLine(line: Line, expiresAtMs: number): Live {
  return {
    callbackUrl: line.callbackUrl ?? null,
    challenge: line.challenge ?? 'none',
    token: line.token ?? null,
    expiresAtMs,
    opened: false,
    due: null,
  };
}

export function textOfLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}
