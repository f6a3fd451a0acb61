// The rest of a bare life: one call to the provider, one grouped update, one callback. No attempt
// written before the call, no ledger, no check of an answer, no signature, no second try.

import { hash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { BareRow } from './batch.ts';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Settles with the whole answer; anything but 2xx ends the process, and with it the measurement.
 */
function post(url: string, headers: http.OutgoingHttpHeaders, body: string): Promise<string> {
  return new Promise((resolve) => {
    const length = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const request = http.request(
      url,
      { method: 'POST', agent, headers: { ...headers, ...length } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          if (response.statusCode! >= 300)
            throw new Error(`${url}: ${response.statusCode} ${text}`);
          resolve(text);
        });
      },
    );
    request.end(body);
  });
}

export interface LifeDeps {
  simulatorUrl: string;
  /** Durably. */
  finish(row: BareRow): Promise<void>;
}

/** Carries one accepted row to the end, as the route of the bench does it (GSMA, disbursement). */
export async function live(
  { simulatorUrl, finish }: LifeDeps,
  row: BareRow,
  apiKey: string,
): Promise<void> {
  const reference = randomUUID();
  const order = JSON.stringify({
    amount: String(row.amount),
    currency: 'XOF',
    requestingOrganisationTransactionReference: reference,
    debitParty: [{ key: 'walletid', value: 'JOKKO-OPA-SN' }],
    creditParty: [{ key: 'msisdn', value: `+221${row.phone}` }],
  });
  const answer = await post(
    `${simulatorUrl}/gsma/v1.2/mm/transactions/type/disbursement`,
    { 'x-correlationid': reference, 'x-date': new Date().toISOString() },
    order,
  );
  JSON.parse(answer);
  await finish(row);
  await post(row.callbackUrl, {}, callbackBody(row, apiKey));
}

/** About as long as the gateway's. */
const callbackBody = (row: BareRow, apiKey: string): string =>
  JSON.stringify({
    msg: 'Dépôt effectué avec succès',
    status: 'SUCCESS',
    sha256Hash: hash('sha256', `${row.id}|${row.externalId}|${apiKey}`),
    transaction: {
      phone: row.phone,
      amount: row.amount,
      codeService: row.codeService,
      nameService: row.codeService,
      commission: 0,
      transactionId: String(row.id),
      sousServiceTransactionId: '',
      currentBalance: 0,
      balanceBeforeTransactionInit: 0,
      balanceAfterTransactionInit: 0,
      externalTransactionId: row.externalId,
      callbackUrl: row.callbackUrl,
      errorType: null,
      data: { orderId: 'bench' },
    },
  });
