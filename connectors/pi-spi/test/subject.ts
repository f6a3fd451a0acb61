// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { piSpiConnector } from '../index.ts';
import type { PiSpiConfig } from '../index.ts';
import { transactionIdOf } from '../transaction-id.ts';

/** The configuration of a route to the simulator. */
export function sandboxConfig(simulatorUrl: string): PiSpiConfig {
  return {
    baseUrl: `${simulatorUrl}/pi-spi/piz/v1`,
    tokenUrl: `${simulatorUrl}/pi-spi/token`,
    clientId: 'jokko-pi',
    clientSecret: 'sandbox-pi-secret',
    ourAlias: '8f14e45f-ceea-467f-a1d5-91f3a2b6c7d8',
    accountNumber: 'SN0010100100012345678900',
    bankTransferBy: 'accountNumber',
    noticeSecret: 'sandbox-pi-webhooks',
    sandbox: true,
  };
}

/** Registers the address of notices, as an operator does once. */
async function registerNotices(simulatorUrl: string, callbackUrl: string): Promise<void> {
  const config = sandboxConfig(simulatorUrl);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: config.clientId,
    client_secret: config.clientSecret,
    scope: 'webhook.write',
  });
  const token = await fetch(config.tokenUrl, { method: 'POST', body: form });
  const { access_token: value } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${config.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ callbackUrl, alias: config.ourAlias, events: ['PAIEMENT_ENVOYE'] }),
  });
  if (answer.status !== 201) throw new Error(`the webhook was answered ${answer.status}`);
}

const rejected = { statut: 'REJETE', statutRaison: 'MOON' };

export const subject: Subject<PiSpiConfig> = {
  connector: piSpiConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'collect',
  refusals: { answers: [json(400, { title: 'Bad request', status: 400 })] },
  unlistedAnswers: [json(200, { statut: 'SLEEPING' }), json(418, { title: 'Teapot', status: 418 })],
  finalWords: {
    reasons: [
      { by: 'submit', answers: [json(200, rejected)], reason: 'MOON' },
      { by: 'query', answers: [json(200, rejected)], reason: 'MOON' },
      { by: 'query', kind: 'payout', answers: [json(200, { statut: 'REJETE' })], reason: 'REJETE' },
      {
        by: 'queryRefund',
        refs: { theirs: 'E1' },
        answers: [json(200, rejected)],
        reason: 'MOON',
      },
    ],
    doubts: [
      ...['ALAC', 'APAR', 'DU03'].map((reason) => ({
        by: 'query' as const,
        answers: [json(200, { statut: 'REJETE', statutRaison: reason })],
        reason,
      })),
      {
        by: 'submit',
        kind: 'payout',
        answers: [json(200, { statut: 'REJETE', statutRaison: 'DU03' }), json(503, {})],
        reason: 'DU03',
      },
      // It counts when `statuts` says so too, which does not answer.
      {
        by: 'query',
        answers: [
          json(200, { statut: 'REJETE', statutRaison: 'AB03', end2endId: 'E1' }),
          json(503, {}),
        ],
        reason: 'AB03',
      },
      {
        by: 'queryRefund',
        refs: { theirs: 'E1' },
        answers: [json(200, { statut: 'REJETE', statutRaison: 'APAR' })],
        reason: 'APAR',
      },
      {
        by: 'query',
        answers: [json(200, { statut: 'IRREVOCABLE', montant: 'x' })],
        reason: 'cannot be read',
      },
    ],
    statuses: [{ by: 'query', answers: [json(200, { statut: 'SLEEPING' })] }],
  },
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/pi-spi/token'),
    refused: json(401, { title: 'Unauthorized', status: 401 }),
  },
  lacks: ['payerLinks', 'reversals', 'refundQueries'],
  registerNotices,
  bookReference({ refs, method, path }) {
    const returned = method === 'PUT' ? path.split('/')[2] : undefined;
    return returned === undefined ? transactionIdOf(refs.ours) : `retour-${returned}`;
  },
  // A return whose answer was lost cannot be asked about.
  unresolvedShareMax: 0.05,
};
