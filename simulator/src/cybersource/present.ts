// Presents what is in the book as CyberSource shows it: as the answer to a payment, and as a
// transaction of the search.

import { decimalHash } from '../core/voucher.ts';
import { errorInformation, reasonNumber } from './answers.ts';
import { isSetAside, partialEnding, riskEnding } from './cards.ts';
import { merchantId } from './deps.ts';
import type { Operation } from '../core/operation.ts';
import type { Authentication } from './deps.ts';

type Body = { [member: string]: unknown };

/** 22 digits; the operation's number is in it. */
export const idOf = (seq: number): string => `7${String(seq).padStart(21, '0')}`;

/** In the book: what gives a payment back under the payment's own code. No code holds the sign. */
export const followUp = (code: string, way: string): string => `${code}#${way}`;
const codeOf = ({ reference }: Operation): string => reference.split('#', 1)[0]!;

export const seqOf = (id: string): number => (/^7[0-9]{21}$/.test(id) ? Number(id.slice(1)) : -1);

/** Service in the book of a payment without capture: the amount is set aside. */
export const authorisation = 'authorisation';
/** Outcome digits of what is neither taken nor refused until somebody asks for it. */
export const staysAside = 8007;

export function presentPayment(operation: Operation): Body {
  const { amount, currency, seq } = operation;
  const id = idOf(seq);
  const status = statusOf(operation);
  return {
    _links: { self: { href: `/pts/v2/payments/${id}`, method: 'GET' } },
    id,
    submitTimeUtc: new Date(operation.createdAtMs).toISOString(),
    status,
    reconciliationId: decimalHash(`reconciliation ${seq}`, 16),
    clientReferenceInformation: { code: codeOf(operation) },
    ...(status === 'AUTHENTICATION_FAILED' ? {} : { processorInformation: processorOf(operation) }),
    orderInformation: {
      amountDetails: { totalAmount: amount, authorizedAmount: amount, currency },
    },
    ...(operation.status === 'failed' ? { errorInformation: errorInformation(operation) } : {}),
  };
}

/** What the issuer's network said. */
function processorOf({ seq, status }: Operation): Body {
  const transactionId = decimalHash(`network ${seq}`, 15);
  return status === 'failed' || status === 'canceled'
    ? { transactionId, responseCode: '05' }
    : { transactionId, responseCode: '00', approvalCode: decimalHash(`approval ${seq}`, 6) };
}

function statusOf(operation: Operation): string {
  switch (operation.status) {
    case 'succeeded':
    case 'reversed':
      return 'AUTHORIZED';
    case 'canceled':
      return 'DECLINED';
    case 'failed':
      return reasonNumber(operation) === '476' ? 'AUTHENTICATION_FAILED' : 'DECLINED';
    case 'pending':
      if (isAuthorisation(operation)) return 'AUTHORIZED';
      return setAsideStatus(operation.party.slice(-4)) ?? 'AUTHORIZED_PENDING_REVIEW';
  }
}

const isAuthorisation = ({ service, party, digits }: Operation): boolean =>
  service === authorisation && digits === staysAside && !isSetAside(party.slice(-4));

function setAsideStatus(lastFour: string): string | undefined {
  if (lastFour === partialEnding) return 'PARTIAL_AUTHORIZED';
  return lastFour === riskEnding ? 'AUTHORIZED_RISK_DECLINED' : undefined;
}

/** How the search writes the moment of a transaction, and how its own page does. */
export type TimeMember = 'submitTimeUtc' | 'submitTimeUTC';

export function presentTransaction(operation: Operation, timeMember: TimeMember): Body {
  const { amount, currency } = operation;
  const [reasonCode, services] = resultOf(operation);
  return {
    id: idOf(operation.seq),
    merchantId,
    [timeMember]: new Date(operation.createdAtMs).toISOString(),
    clientReferenceInformation: { code: codeOf(operation) },
    applicationInformation: {
      reasonCode,
      rCode: isRefused(operation) ? '0' : '1',
      applications: services.map((name) => ({ name, reasonCode: '100', rCode: '1' })),
    },
    orderInformation: { amountDetails: { totalAmount: amount, currency } },
    paymentInformation: { card: { suffix: operation.party.slice(-4) } },
    ...(operation.status === 'failed' ? { errorInformation: errorInformation(operation) } : {}),
  };
}

const isRefused = ({ status }: Operation): boolean => status === 'failed' || status === 'canceled';

/** The reason code, and the services that succeeded. */
function resultOf(operation: Operation): [reasonCode: string, services: string[]] {
  const lastFour = operation.party.slice(-4);
  switch (operation.status) {
    case 'succeeded':
    case 'reversed':
      return ['100', operation.kind === 'refund' ? [operation.service] : ['ics_auth', 'ics_bill']];
    case 'failed':
      return [reasonNumber(operation), []];
    case 'canceled':
      return ['481', []];
    case 'pending':
      // A credit is taken at once, and leaves with the next settlement.
      if (operation.kind === 'refund') return ['480', ['ics_credit']];
      if (isAuthorisation(operation)) return ['100', ['ics_auth']];
      if (lastFour === partialEnding) return ['110', ['ics_auth']];
      return [lastFour === riskEnding ? '481' : '480', ['ics_auth']];
  }
}

/** A payment that waits for the payer's bank, or was given up there. */
export function presentWaiting(authentication: Authentication, timeMember: TimeMember): Body {
  const { amount, currency } = authentication;
  return {
    id: authentication.transaction,
    merchantId,
    [timeMember]: new Date(authentication.createdAtMs).toISOString(),
    clientReferenceInformation: { code: authentication.code },
    applicationInformation: { reasonCode: '475', applications: [] },
    orderInformation: { amountDetails: { totalAmount: amount, currency } },
    paymentInformation: { card: { suffix: authentication.lastFour } },
  };
}
