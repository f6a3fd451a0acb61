// Payer authentication: its set-up, the enrolment and the check of what the bank said, each alone or as
// part of a payment.

import { randomBytes, randomUUID } from 'node:crypto';
import { isMembers, textMember } from '../http/exchange.ts';
import { badRequest, missing } from './answers.ts';
import { authenticationOf } from './cards.ts';
import { readPaymentBody } from './payment-body.ts';
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
  if (number === undefined || !/^[0-9]{12,19}$/.test(number))
    return badRequest('INVALID_DATA', 'paymentInformation.card.number');
  const referenceId = randomUUID();
  deps.setups.set(referenceId, number.slice(-4));
  forgetOldest(deps.setups);
  return {
    status: 201,
    body: {
      id: randomUUID(),
      status: 'COMPLETED',
      clientReferenceInformation: client,
      consumerAuthenticationInformation: {
        accessToken: randomBytes(48).toString('base64url'),
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
    return { kind: 'wrong', answer: badRequest('INVALID_DATA', 'referenceId of another card') };
  const wants = authenticationOf(body.number);
  if (wants === 'frictionless') return { kind: 'authenticated' };
  if (wants === 'refused') return { kind: 'refused' };
  const authentication: Authentication = {
    id: randomBytes(15).toString('base64url'),
    code: body.code,
    transaction: `8${String(deps.authentications.size).padStart(21, '0')}`,
    token: randomBytes(32).toString('base64url'),
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
  status: 'PENDING_AUTHENTICATION',
  clientReferenceInformation: { code: authentication.code },
  errorInformation: {
    reason: 'CONSUMER_AUTHENTICATION_REQUIRED',
    message: 'The cardholder is enrolled in Payer Authentication.',
  },
  consumerAuthenticationInformation: {
    stepUpUrl: `${deps.pageBase()}/cybersource/challenge`,
    accessToken: authentication.token,
    authenticationTransactionId: authentication.id,
    veresEnrolled: 'Y',
    paresStatus: 'C',
  },
});

/** What the bank said of the challenge that a body names; `open`: nothing yet. Null: there is none for this card. */
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
      return result(read, 'AUTHENTICATION_SUCCESSFUL');
    case 'refused':
      return result(read, 'AUTHENTICATION_FAILED');
  }
}

/** `/risk/v1/authentication-results`: the check without a payment. */
export function checkResult(deps: CybersourceDeps, body: unknown): Answer {
  const read = readPaymentBody(body);
  if ('status' in read) return read;
  const said = bankSaid(deps, read);
  if (said === null) return badRequest('INVALID_DATA', 'authenticationTransactionId');
  return result(read, said === 'approved' ? 'AUTHENTICATION_SUCCESSFUL' : 'AUTHENTICATION_FAILED');
}

function result({ code }: PaymentBody, status: string): Answer {
  const isGood = status === 'AUTHENTICATION_SUCCESSFUL';
  const errorInformation = { reason: 'CONSUMER_AUTHENTICATION_FAILED', message: 'failed' };
  return {
    status: 201,
    body: {
      id: randomUUID(),
      status,
      clientReferenceInformation: { code },
      consumerAuthenticationInformation: {
        paresStatus: isGood ? 'Y' : 'N',
        indicator: isGood ? 'vbv' : 'internet',
      },
      ...(isGood ? {} : { errorInformation }),
    },
  };
}
