// Payer authentication: its set-up, the enrolment and the check of what the bank said, each alone
// or as part of a payment.

import { randomBytes, randomUUID } from 'node:crypto';
import { isMembers, textMember } from '../http/exchange.ts';
import { missing, wrong } from './answers.ts';
import { authenticationOf } from './cards.ts';
import { pageToken } from './page-token.ts';
import { readPaymentBody } from './payment-body.ts';
import { noProof, proofOf } from './proof.ts';
import type { Answer } from './answers.ts';
import type { Authentication, CybersourceDeps } from './deps.ts';
import type { PaymentBody } from './payment-body.ts';

export function setUp(deps: CybersourceDeps, body: unknown): Answer {
  const payment = isMembers(body) ? body['paymentInformation'] : undefined;
  const card = isMembers(payment) ? payment['card'] : undefined;
  const number = isMembers(card) ? textMember(card, 'number') : undefined;
  const client = isMembers(body) ? body['clientReferenceInformation'] : undefined;
  if (!isMembers(client) || textMember(client, 'code') === undefined)
    return missing('clientReferenceInformation.code');
  if (number === undefined) return missing('paymentInformation.card.number');
  if (!/^[0-9]{12,19}$/.test(number)) return wrong('paymentInformation.card.number');
  const referenceId = randomUUID();
  deps.setups.set(referenceId, number.slice(-4));
  forgetOldest(deps.setups);
  return {
    status: 201,
    body: {
      id: randomUUID(),
      submitTimeUtc: new Date(deps.nowMs()).toISOString(),
      status: 'COMPLETED',
      clientReferenceInformation: client,
      consumerAuthenticationInformation: {
        accessToken: pageToken(deps.nowMs(), { ReferenceId: referenceId }),
        referenceId,
        deviceDataCollectionUrl: `${deps.pageBase()}/cybersource/collect`,
        token: referenceId,
      },
    },
  };
}

/** Nobody comes back to one that is so old. */
const keptMax = 20_000;

function forgetOldest(entries: Map<string, unknown>): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= keptMax) return;
    entries.delete(oldest);
  }
}

export type Enrolment =
  | { kind: 'authenticated' }
  | { kind: 'refused' }
  | { kind: 'challenge'; authentication: Authentication }
  | { kind: 'wrong'; answer: Answer };

/** What the card's bank wants; an opened challenge is kept. */
export function enrol(deps: CybersourceDeps, body: PaymentBody): Enrolment {
  const referenceId = textMember(body.authentication, 'referenceId') ?? '';
  const lastFour = body.number.slice(-4);
  if (deps.setups.get(referenceId) !== lastFour)
    return { kind: 'wrong', answer: wrong('consumerAuthenticationInformation.referenceId') };
  const wants = authenticationOf(body.number);
  if (wants === 'frictionless' || wants === 'attempted') return { kind: 'authenticated' };
  if (wants === 'refused') return { kind: 'refused' };
  const id = randomBytes(15).toString('base64url');
  const authentication: Authentication = {
    id,
    code: body.code,
    transaction: `8${String(deps.authentications.size).padStart(21, '0')}`,
    token: pageToken(deps.nowMs(), { TransactionId: id }),
    returnUrl: textMember(body.authentication, 'returnUrl') ?? '',
    lastFour,
    amount: body.amount,
    currency: body.currency,
    alwaysFails: wants === 'challengeFails',
    state: 'open',
    createdAtMs: deps.nowMs(),
  };
  deps.authentications.set(authentication.id, authentication);
  forgetOldest(deps.authentications);
  return { kind: 'challenge', authentication };
}

/** The challenge as an answer shows it. */
export const presentChallenge = (deps: CybersourceDeps, authentication: Authentication) => ({
  id: authentication.transaction,
  submitTimeUtc: new Date(authentication.createdAtMs).toISOString(),
  status: 'PENDING_AUTHENTICATION',
  clientReferenceInformation: { code: authentication.code },
  errorInformation: {
    reason: 'CONSUMER_AUTHENTICATION_REQUIRED',
    message: 'The cardholder is enrolled in Payer Authentication.',
  },
  consumerAuthenticationInformation: {
    stepUpUrl: `${deps.pageBase()}/cybersource/challenge`,
    acsUrl: `${deps.pageBase()}/cybersource/challenge`,
    accessToken: authentication.token,
    pareq: pareqOf(authentication),
    authenticationTransactionId: authentication.id,
    specificationVersion: '2.2.0',
    veresEnrolled: 'Y',
    paresStatus: 'C',
  },
});

/** What the page at `stepUpUrl` passes on to the bank. */
const pareqOf = ({ id }: Authentication): string =>
  Buffer.from(JSON.stringify({ messageType: 'CReq', acsTransID: id })).toString('base64url');

/**
 * What the bank said of the challenge that a body names; `open`: nothing yet. Null: there is none
 * for this card.
 */
export function bankSaid(deps: CybersourceDeps, body: PaymentBody): Authentication['state'] | null {
  const id = textMember(body.authentication, 'authenticationTransactionId') ?? '';
  const found = deps.authentications.get(id);
  return found === undefined || found.lastFour !== body.number.slice(-4) ? null : found.state;
}

/** `/risk/v1/authentications`: the enrolment without a payment. */
export function authenticate(deps: CybersourceDeps, body: unknown): Answer {
  const read = readPaymentBody(body);
  if ('status' in read) return read;
  const enrolment = enrol(deps, read);
  switch (enrolment.kind) {
    case 'wrong':
      return enrolment.answer;
    case 'challenge':
      return { status: 201, body: presentChallenge(deps, enrolment.authentication) };
    case 'authenticated':
      return result(deps, read, true);
    case 'refused':
      return result(deps, read, false);
  }
}

/** `/risk/v1/authentication-results`: the check without a payment. */
export function checkResult(deps: CybersourceDeps, body: unknown): Answer {
  const read = readPaymentBody(body, 'result');
  if ('status' in read) return read;
  const said = bankSaid(deps, read);
  if (said === null) return unknownAuthentication();
  return result(deps, read, said === 'approved');
}

export const unknownAuthentication = (): Answer =>
  wrong('consumerAuthenticationInformation.authenticationTransactionId');

function result(deps: CybersourceDeps, { code, number }: PaymentBody, isGood: boolean): Answer {
  const errorInformation = {
    reason: 'CONSUMER_AUTHENTICATION_FAILED',
    message: 'The cardholder could not be authenticated.',
  };
  return {
    status: 201,
    body: {
      id: randomUUID(),
      submitTimeUtc: new Date(deps.nowMs()).toISOString(),
      status: isGood ? 'AUTHENTICATION_SUCCESSFUL' : 'AUTHENTICATION_FAILED',
      clientReferenceInformation: { code },
      consumerAuthenticationInformation: isGood ? proofOf(number) : noProof,
      ...(isGood ? {} : { errorInformation }),
    },
  };
}
