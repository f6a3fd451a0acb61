// Payments, with capture or as an authorisation, alone or together with their authentication.

import { decidingDigits, ruleOf } from '../core/digits.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import { reasons } from '../core/catalogue.ts';
import { badRequest } from './answers.ts';
import { bankSaid, enrol, presentChallenge, unknownAuthentication } from './authenticate.ts';
import { isSetAside } from './cards.ts';
import { noProof, proofOf } from './proof.ts';
import { readPaymentBody } from './payment-body.ts';
import { authorisation, presentPayment, staysAside } from './present.ts';
import type { Order } from '../core/operation.ts';
import type { Answer } from './answers.ts';
import type { CybersourceDeps } from './deps.ts';
import type { PaymentBody } from './payment-body.ts';

/** Null: no answer is ever given. */
export async function pay(deps: CybersourceDeps, body: unknown): Promise<Answer | null> {
  const read = readPaymentBody(body);
  if ('status' in read) return read;
  if (deps.store.byReference.has(read.code))
    return badRequest('DUPLICATE_REQUEST', 'this code was received before');
  switch (read.action) {
    case 'CONSUMER_AUTHENTICATION': {
      const enrolment = enrol(deps, read);
      if (enrolment.kind === 'wrong') return enrolment.answer;
      if (enrolment.kind === 'challenge')
        return { status: 201, body: presentChallenge(deps, enrolment.authentication) };
      return take(deps, read, enrolment.kind === 'authenticated');
    }
    case 'VALIDATE_CONSUMER_AUTHENTICATION': {
      const said = bankSaid(deps, read);
      if (said === null) return unknownAuthentication();
      return take(deps, read, said === 'approved');
    }
    case '':
      return take(deps, read, true);
    default:
      return badRequest('NOT_SUPPORTED', read.action);
  }
}

async function take(
  deps: CybersourceDeps,
  body: PaymentBody,
  isAuthenticated: boolean,
): Promise<Answer | null> {
  const order = orderOf(body);
  const refusal = isAuthenticated ? 0 : reasons.partialAuthentication;
  const submission = await deps.engine.submit(order, { refusal, claimTaken: 0 });
  if (submission.kind === 'hold') return null;
  if (submission.kind === 'conflict')
    return badRequest('DUPLICATE_REQUEST', 'this code was received before');
  const answer = presentPayment(submission.operation);
  if (body.action === '') return { status: 201, body: answer };
  const consumerAuthenticationInformation = isAuthenticated ? proofOf(body.number) : noProof;
  return { status: 201, body: { ...answer, consumerAuthenticationInformation } };
}

/** What is to be reviewed waits at most this long. */
const reviewMs = 900_000;
/** What was set aside and not taken falls back to the payer. */
const authorisationLivesMs = 7 * 86_400_000;

function isRefused(digits: number): boolean {
  const { kind } = ruleOf(digits, true);
  return kind === 'refuse' || kind === 'fail' || kind === 'unheardOf';
}

function orderOf(body: PaymentBody): Order {
  const { code, transactionId, number, amount, currency, capture } = body;
  const lastFour = number.slice(-4);
  const digits = decidingDigits([number]);
  const isAside = isSetAside(lastFour) || (!capture && !isRefused(digits));
  const waits = digits !== 0 || isAside;
  return {
    reference: code,
    protocol: 'cybersource',
    kind: 'card',
    direction: 'in',
    amount,
    currency,
    party: `card ${lastFour}`,
    service: capture ? 'card' : authorisation,
    fingerprint: fingerprintOf([code, amount, currency, lastFour]),
    // What is set aside stays so until it is reversed.
    digits: isAside ? staysAside : digits,
    organisationReference: transactionId,
    callbackUrl: null,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: capture ? reviewMs : authorisationLivesMs,
    claim: null,
    originalReference: null,
    ...(waits ? {} : { atOnce: true }),
    page: null,
    remit: null,
  };
}
