// Presents an operation in the GSMA API: as a request state, as a transaction, and as a callback.

import { hash } from 'node:crypto';
import { errorOfOperation } from './errors.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation, Status } from '../core/operation.ts';
import type { Store } from '../core/store.ts';

export interface GsmaPresentDeps {
  store: Store;
  pageBase: () => string;
  nowMs: () => number;
}

type Body = { [member: string]: unknown };
const requestWindowMs = 900_000;
const pollLimit = 100;
const statusWords: { [status in Status]: string } = {
  pending: 'pending',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
  reversed: 'reversed',
};

/** `GS` and eleven digits. */
export function transactionReference(seq: number): string {
  return `GS${String(seq).padStart(11, '0')}`;
}

export function seqOfReference(reference: string): number {
  return /^GS[0-9]{11,}$/.test(reference) ? Number(reference.slice(2)) : -1;
}

/** A UUID that holds the seq, so that no index is needed to find the operation. */
export function serverCorrelationId(seq: number): string {
  return `5a700000-0000-4000-8000-${seq.toString(16).padStart(12, '0')}`;
}

export function seqOfServerCorrelationId(id: string): number {
  return /^5a700000-0000-4000-8000-[0-9a-f]{12}$/.test(id) ? Number.parseInt(id.slice(24), 16) : -1;
}

export function presentRequestState(deps: GsmaPresentDeps, operation: Operation): Body {
  const { live, status } = operation;
  const body: Body = {
    serverCorrelationId: serverCorrelationId(operation.seq),
    status:
      status === 'pending'
        ? 'pending'
        : status === 'failed' || status === 'canceled'
          ? 'failed'
          : 'completed',
    notificationMethod: live !== null && live.callbackUrl === null ? 'polling' : 'callback',
    objectReference: transactionReference(operation.seq),
    expiryTime: new Date(
      live !== null && live.expiresAtMs > 0
        ? live.expiresAtMs
        : operation.createdAtMs + requestWindowMs,
    ).toISOString(),
    pollLimit,
  };
  if (status === 'pending')
    body['pendingReason'] = operation.kind === 'collect' ? 'payer' : 'provider';
  if (status === 'pending' && live !== null && live.token !== null) {
    body['metadata'] = [
      {
        key: live.challenge === 'qr' ? 'qrText' : 'deepLinkUrl',
        value: `${deps.pageBase()}/pay/${live.token}`,
      },
      {
        key: 'expiresInSeconds',
        value: String(Math.max(Math.ceil((live.expiresAtMs - deps.nowMs()) / 1000), 0)),
      },
    ];
  }
  if (status === 'failed' || status === 'canceled') body['error'] = errorOfOperation(operation);
  return body;
}

export function presentTransaction(deps: GsmaPresentDeps, operation: Operation): Body {
  const party = [{ key: 'msisdn', value: operation.party }];
  const body: Body = {
    transactionReference: transactionReference(operation.seq),
    transactionStatus: statusWords[operation.status],
    amount: operation.amount,
    currency: operation.currency,
    type: operation.service,
  };
  body[operation.direction === 'in' ? 'debitParty' : 'creditParty'] = party;
  if (operation.organisationReference !== '')
    body['requestingOrganisationTransactionReference'] = operation.organisationReference;
  const original =
    operation.originalReference === null
      ? undefined
      : deps.store.byReference.get(operation.originalReference);
  if (original !== undefined)
    body['originalTransactionReference'] = transactionReference(original.seq);
  if (operation.status === 'succeeded')
    body['transactionReceipt'] = `R${transactionReference(operation.seq)}`;
  if (operation.kind === 'bill_pay')
    body['billPaymentStatus'] = operation.status === 'succeeded' ? 'paid' : 'unpaid';
  body['creationDate'] = new Date(operation.createdAtMs).toISOString();
  body['modificationDate'] = new Date(operation.updatedAtMs).toISOString();
  return body;
}

/**
 * The callback: the final transaction, or the error with the references that name what failed. A
 * forged one has no content hash.
 */
export function presentCallback(deps: GsmaPresentDeps, announcement: Announcement): Notice {
  const { operation } = announcement;
  const content =
    operation.status === 'failed'
      ? {
          ...errorOfOperation(operation),
          transactionReference: transactionReference(operation.seq),
          ...(operation.organisationReference === ''
            ? {}
            : { requestingOrganisationTransactionReference: operation.organisationReference }),
        }
      : presentTransaction(deps, operation);
  const body = JSON.stringify(content);
  return {
    url: announcement.callbackUrl,
    method: 'PUT',
    body,
    headers() {
      const headers: { [name: string]: string } = {
        'x-correlationid': operation.reference,
        'x-date': new Date().toISOString(),
      };
      if (!announcement.forged) headers['x-content-hash'] = hash('sha256', body, 'hex');
      return headers;
    },
  };
}
