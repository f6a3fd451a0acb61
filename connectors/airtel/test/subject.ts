// What the suites of all connectors have to know about this one and its simulator.

import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { airtelConnector } from '../index.ts';
import type { AirtelConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const status = { code: '200', message: 'no', success: false };

const dataOf = (word: string) => ({ transaction: { id: ourRef, status: word } });
const ended = (word: string, response_code: string | undefined) =>
  json(200, { data: dataOf(word), status: { ...status, response_code } });

export const subject: Subject<AirtelConfig> = {
  connector: airtelConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'payout',
  refusals: {
    answers: [json(400, { status: { ...status, code: '400', response_code: 'DP00900001012' } })],
  },
  unlistedAnswers: [
    json(200, { status: { ...status, response_code: 'DP00900009999' } }),
    json(200, { status: { ...status, response_code: 'DP00800001008' } }),
    json(400, { status: { ...status, code: '400' } }),
  ],
  finalWords: {
    reasons: [
      { by: 'query', answers: [ended('TF', 'DP00900009999')], reason: 'DP00900009999' },
      { by: 'query', answers: [ended('TE', 'DP00800001008')], reason: 'DP00800001008' },
      { by: 'query', kind: 'collect', answers: [ended('TF', 'ERR')], reason: 'ERR' },
      { by: 'submit', answers: [ended('TF', 'DP00900009999')], reason: 'DP00900009999' },
      // Without a code, and without the part that would hold it.
      { by: 'query', answers: [ended('TF', undefined)], reason: 'TF' },
      { by: 'query', answers: [json(200, { data: dataOf('TF') })], reason: 'TF' },
    ],
    // A repeat, timed out, ambiguous: to be asked about. A success with the code of a refusal is
    // none.
    doubts: [
      { by: 'query', answers: [ended('TF', 'DP00900001011')], reason: 'DP00900001011' },
      { by: 'query', answers: [ended('TF', 'DP00900001014')], reason: 'DP00900001014' },
      { by: 'query', answers: [ended('TE', 'DP00900001017')], reason: 'DP00900001017' },
      {
        by: 'query',
        kind: 'collect',
        answers: [ended('TF', 'DP00800001000')],
        reason: 'DP00800001000',
      },
      { by: 'query', answers: [ended('TS', 'DP00900001012')], reason: 'DP00900001012' },
      {
        by: 'submit',
        answers: [ended('TF', 'DP00900001017'), json(502, {})],
        reason: 'DP00900001017',
      },
    ],
    statuses: [{ by: 'query', answers: [ended('SLEEPING', 'DP00900001001')] }],
  },
  tokens: {
    isTokenCall: ({ url }) => url.endsWith('/auth/oauth2/token'),
    refused: json(401, { error: 'invalid_token' }),
  },
  async registerNotices(simulatorUrl, address) {
    const body = JSON.stringify({ url: address });
    await fetch(`${simulatorUrl}/airtel/portal/callback`, { method: 'POST', body });
  },
  lacks: ['payerLinks', 'reversals'],
};
