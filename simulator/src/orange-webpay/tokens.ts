// The token endpoint of developer.orange.com: HTTP Basic, and a token for 90 days.

import type { AccessTokens } from '../core/access-tokens.ts';
import { header, sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';
import { clientId, clientSecret } from './credentials.ts';

const livesSeconds = 7_776_000;
const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

export function giveToken(tokens: AccessTokens, exchange: Exchange): void {
  if (header(exchange, 'authorization') !== basic)
    return sendJson(exchange, 401, {
      error: 'invalid_client',
      error_description:
        'The requested service needs credentials, but the ones provided were invalid.',
    });
  sendJson(exchange, 200, {
    token_type: 'Bearer',
    access_token: tokens.issue(livesSeconds),
    expires_in: livesSeconds,
  });
}
