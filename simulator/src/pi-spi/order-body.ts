// Reads the bodies of payments and of requests to pay.

import { accountOfRib, decidingDigits } from '../core/digits.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import type { Order } from '../core/operation.ts';
import { textMember } from '../http/exchange.ts';
import type { Members } from '../http/exchange.ts';
import { ourAlias } from './credentials.ts';

export interface Fault {
  name: string;
  reason: string;
}

const txIdMax = 35;
const motifMax = 140;
const categories: readonly unknown[] = ['500', '521', '401', '631'];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isAlias = (text: string): boolean => /^\+\d{8,15}$/.test(text) || uuid.test(text);

interface Common {
  txId: string;
  montant: number;
}

function readCommon(body: Members): Common | Fault {
  const txId = textMember(body, 'txId') ?? '';
  if (txId === '' || txId.length > txIdMax) return { name: 'txId', reason: '1 to 35 characters' };
  const { montant, motif } = body;
  if (typeof montant !== 'number' || !Number.isSafeInteger(montant) || montant <= 0)
    return { name: 'montant', reason: 'a whole number above zero' };
  if (motif !== undefined && (typeof motif !== 'string' || motif.length > motifMax))
    return { name: 'motif', reason: 'at most 140 characters' };
  return { txId, montant };
}

/** A payment of ours to an alias, or to an account number. */
export function readPayment(body: Members, callbackUrl: string | null): Order | Fault {
  const common = readCommon(body);
  if ('name' in common) return common;
  if (body['payeurAlias'] !== ourAlias) return { name: 'payeurAlias', reason: 'not your alias' };
  const number = textMember(body, 'payeNumero');
  const party = number ?? textMember(body, 'payeAlias') ?? '';
  if (number === undefined && !isAlias(party)) return { name: 'payeAlias', reason: 'no alias' };
  return orderOf(common, {
    kind: number === undefined ? 'payout' : 'bank_transfer',
    party,
    callbackUrl,
  });
}

/** A request to a payer, who has until `dateLimiteReponse` to answer. */
export function readRequest(
  body: Members,
  callbackUrl: string | null,
  nowMs: number,
): Order | Fault {
  const common = readCommon(body);
  if ('name' in common) return common;
  if (body['payeAlias'] !== ourAlias) return { name: 'payeAlias', reason: 'not your alias' };
  if (!categories.includes(body['categorie'])) return { name: 'categorie', reason: 'unknown' };
  const party = textMember(body, 'payeurAlias') ?? '';
  if (!isAlias(party)) return { name: 'payeurAlias', reason: 'no alias' };
  const limit = Date.parse(textMember(body, 'dateLimiteReponse') ?? '');
  if (Number.isNaN(limit)) return { name: 'dateLimiteReponse', reason: 'a time is needed' };
  const order = orderOf(common, { kind: 'collect', party, callbackUrl });
  // The caller's clock is not the simulator's, which tests move: only the length counts.
  return { ...order, payerWindowMs: Math.max(limit - Math.min(nowMs, Date.now()), 1_000) };
}

function orderOf(
  { txId, montant }: Common,
  what: { kind: 'payout' | 'bank_transfer' | 'collect'; party: string; callbackUrl: string | null },
): Order {
  const { kind, party, callbackUrl } = what;
  return {
    reference: txId,
    protocol: 'pi-spi',
    kind,
    direction: kind === 'collect' ? 'in' : 'out',
    amount: String(montant),
    currency: 'XOF',
    party,
    service: kind === 'collect' ? 'demande-paiement' : 'paiement',
    // A repeated id is a repeat whatever its body says.
    fingerprint: fingerprintOf([txId]),
    digits: decidingDigits([kind === 'bank_transfer' ? accountOfRib(party) : party]),
    organisationReference: '',
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 900_000,
    claim: null,
    originalReference: null,
    account: ourAlias,
    page: null,
    remit: null,
  };
}
