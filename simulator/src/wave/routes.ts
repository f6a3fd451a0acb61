// Routes of Wave's API, `/v1/…`.

import { decodePart, header, sendJson } from '../http/exchange.ts';
import { handleCheckout } from './checkout.ts';
import { walletOfKey } from './credentials.ts';
import { sendError } from './errors.ts';
import { handlePayout, orderPayout, searchPayouts } from './payout.ts';
import { listTransactions } from './transactions.ts';
import { verifyRecipient } from './verify-recipient.ts';
import type { Exchange } from '../http/exchange.ts';
import type { WaveDeps } from './deps.ts';

export async function handleWave(deps: WaveDeps, exchange: Exchange, path: string): Promise<void> {
  const given = header(exchange, 'authorization');
  if (given === undefined) return sendError(exchange, 401, 'missing-auth-header', 'no key');
  if (!given.startsWith('Bearer '))
    return sendError(exchange, 401, 'invalid-auth', 'no bearer key');
  const wallet = walletOfKey(given.slice('Bearer '.length));
  if (wallet === null) return sendError(exchange, 401, 'no-matching-api-key', 'unknown key');
  const [version, area = '', ...parts] = path.split('/').slice(1).map(decodePart);
  if (version !== 'v1') return sendError(exchange, 404, 'not-found', 'no such call');
  const call = `${exchange.method} ${area}`;
  if (area === 'checkout' && parts[0] === 'sessions')
    return handleCheckout(deps, exchange, wallet, parts.slice(1));
  if (call === 'POST payout' && parts.length === 0) return orderPayout(deps, exchange, wallet);
  if (call === 'GET payouts' && parts[0] === 'search') return searchPayouts(deps, exchange);
  if (area === 'payout') return handlePayout(deps, exchange, parts);
  if (call === 'POST verify_recipient') return verifyRecipient(deps, exchange);
  if (call === 'GET transactions') return listTransactions(deps, exchange);
  if (call === 'GET balance') return showBalance(deps, exchange, wallet);
  return sendError(exchange, 404, 'not-found', 'no such call');
}

/** A wallet has one currency. */
function showBalance(deps: WaveDeps, exchange: Exchange, account: string): void {
  const currency = 'XOF';
  const amount = deps.store.totals.balance({ protocol: 'wave', account }, currency);
  sendJson(exchange, 200, { amount, currency });
}
