// Presents what is in the book as CyberSource shows it: as the answer to a payment, and as a
// transaction of the search.

import { errorInformation, reasonNumber } from './answers.ts';
import { partialEnding, riskEnding } from './cards.ts';
import type { Operation } from '../core/operation.ts';
import type { Authentication } from './deps.ts';

type Body = { [member: string]: unknown };

/** 22 digits; the operation's number is in it. */
export const idOf = (seq: number): string => `7${String(seq).padStart(21, '0')}`;

export const seqOf = (id: string): number => (/^7[0-9]{21}$/.test(id) ? Number(id.slice(1)) : -1);

export function presentPayment(operation: Operation): Body {
  const { amount, currency } = operation;
  return {
    id: idOf(operation.seq),
    submitTimeUtc: new Date(operation.createdAtMs).toISOString(),
    status: statusOf(operation),
    clientReferenceInformation: { code: operation.reference },
    orderInformation: {
      amountDetails: { totalAmount: amount, authorizedAmount: amount, currency },
    },
    ...(operation.status === 'failed' ? { errorInformation: errorInformation(operation) } : {}),
  };
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
      return setAsideStatus(operation.party.slice(-4)) ?? 'AUTHORIZED_PENDING_REVIEW';
  }
}

function setAsideStatus(lastFour: string): string | undefined {
  if (lastFour === partialEnding) return 'PARTIAL_AUTHORIZED';
  return lastFour === riskEnding ? 'AUTHORIZED_RISK_DECLINED' : undefined;
}

export function presentTransaction(operation: Operation): Body {
  const { amount, currency } = operation;
  const [reasonCode, services] = resultOf(operation);
  return {
    id: idOf(operation.seq),
    submitTimeUtc: new Date(operation.createdAtMs).toISOString(),
    clientReferenceInformation: { code: operation.reference },
    applicationInformation: {
      reasonCode,
      applications: services.map((name) => ({ name, reasonCode: '100', rCode: '1' })),
    },
    orderInformation: { amountDetails: { totalAmount: amount, currency } },
    paymentInformation: { card: { suffix: operation.party.slice(-4) } },
    ...(operation.status === 'failed' ? { errorInformation: errorInformation(operation) } : {}),
  };
}

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
      if (lastFour === partialEnding) return ['110', ['ics_auth']];
      return [lastFour === riskEnding ? '481' : '480', ['ics_auth']];
  }
}

/** A payment that waits for the payer's bank, or was given up there. */
export function presentWaiting(authentication: Authentication): Body {
  const { amount, currency } = authentication;
  return {
    id: authentication.transaction,
    submitTimeUtc: new Date(authentication.createdAtMs).toISOString(),
    clientReferenceInformation: { code: authentication.code },
    applicationInformation: { reasonCode: '475', applications: [] },
    orderInformation: { amountDetails: { totalAmount: amount, currency } },
    paymentInformation: { card: { suffix: authentication.lastFour } },
  };
}
