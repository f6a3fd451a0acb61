// Presents operations as payments, requests to pay and returns, and as events of webhooks.

import { createHmac } from 'node:crypto';
import { codeOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';
import { ourAlias, webhookSecret } from './credentials.ts';

/** Catalogue code → reason of PI-SPI; what is not listed is an error at the other side. */
const reasons: { readonly [catalogueCode: string]: string } = {
  no_account: 'BE23',
  no_opa_account: 'BE23',
  'recipient-account-inactive': 'AC04',
  'recipient-account-blocked': 'AC06',
  opa_number_not_allowed: 'AG01',
  operator_down_time: 'AB08',
  interval_max_amount_cumul_reached: 'AM02',
  provider_low: 'AM04',
  bad_amount: 'AM09',
  'payment-timeout': 'AEXR',
  bad_auth: 'ARFR',
  invalid_data: 'BE01',
  customer_balance_low: 'SOLDE_INSUFFISANT',
  execution_error: 'IRNR',
};
const otherSideFailed = 'AB09';
const holders = ['Awa Ndiaye', 'Mamadou Diallo', 'Fatou Sow', 'Koffi Adjovi', 'Aminata Traore'];

/** `E`, and the seq in 33 digits: 34 characters, as ids of ISO 20022 have 35 at most. */
export const end2endIdOf = (seq: number): string => `E${String(seq).padStart(33, '0')}`;

export function seqOfEnd2end(id: string): number {
  return /^E\d{33}$/.test(id) ? Number(id.slice(1)) : -1;
}

function statusOf({ status }: Operation): string {
  switch (status) {
    case 'pending':
      return 'ENVOYE';
    case 'succeeded':
    case 'reversed':
      return 'IRREVOCABLE';
    case 'failed':
    case 'canceled':
      return 'REJETE';
  }
}

/** The result alone, as `statuts` tells it; the sandbox names the entry of the error catalogue. */
export function presentStatus(operation: Operation): object {
  const { errorId } = operation;
  return {
    end2endId: end2endIdOf(operation.seq),
    statut: statusOf(operation),
    ...(errorId === 0
      ? {}
      : isUnheardOf(operation)
        ? { statutRaison: unheardOfWords['pi-spi'] }
        : {
            statutRaison: reasons[codeOfError(errorId)] ?? otherSideFailed,
            catalogueId: errorId,
          }),
  };
}

export function presentPayment(operation: Operation): object {
  const { kind, party, reference, amount } = operation;
  const isRequest = kind === 'collect';
  return {
    txId: reference,
    ...presentStatus(operation),
    montant: Number(amount),
    payeurAlias: isRequest ? party : ourAlias,
    ...(kind === 'bank_transfer'
      ? { payeNumero: party }
      : { payeAlias: isRequest ? ourAlias : party }),
    payeNom: holders[operation.seq % holders.length],
    payePays: 'SN',
    montantFrais: 0,
    dateEnvoi: new Date(operation.createdAtMs).toISOString(),
    ...(statusOf(operation) === 'IRREVOCABLE'
      ? { dateIrrevocabilite: new Date(operation.updatedAtMs).toISOString() }
      : {}),
  };
}

/** A repeat is a rejected payment of its own. */
export function presentRepeat(txId: string, seq: number): object {
  return { txId, end2endId: end2endIdOf(seq), statut: 'REJETE', statutRaison: 'DU03' };
}

function eventOf({ kind, status }: Operation): string {
  const isGood = status === 'succeeded' || status === 'reversed';
  if (kind === 'refund') return isGood ? 'RETOUR_ENVOYE' : 'RETOUR_REJETE';
  if (kind === 'collect') return isGood ? 'PAIEMENT_RECU' : 'RTP_REJETE';
  return isGood ? 'PAIEMENT_ENVOYE' : 'PAIEMENT_REJETE';
}

/** A list of one event; a forged one bears no signature. */
export function presentNotice({ operation, callbackUrl, forged }: Announcement): Notice {
  const entry = {
    evCode: eventOf(operation),
    evDate: new Date(operation.updatedAtMs).toISOString(),
    ...(operation.kind === 'refund' ? {} : { txId: operation.reference }),
    end2endId: end2endIdOf(operation.seq),
    montant: Number(operation.amount),
    alias: ourAlias,
  };
  const body = JSON.stringify({ data: [entry], meta: { total: 1 } });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  return {
    url: callbackUrl,
    method: 'POST',
    body,
    headers: (): { [name: string]: string } => (forged ? {} : { 'x-signature': signature }),
  };
}
