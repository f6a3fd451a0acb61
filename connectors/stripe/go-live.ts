// What must be true before a route to Stripe carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  item('connection', 'connection', 'La clé secrète est acceptée', 'The secret key is accepted'),
  item(
    'raw-card-data',
    'person',
    'Stripe a autorisé ce compte à envoyer des numéros de carte, et l’attestation PCI DSS est déposée',
    'Stripe has allowed this account to send card numbers, and the PCI DSS attestation is filed',
  ),
  item(
    'webhook',
    'notice',
    'Le webhook est enregistré avec les six événements de la page, et une notification est arrivée',
    'The webhook is registered with the six events of the page, and a notice has come',
  ),
  item('payment', 'payment', 'Un paiement a réussi', 'A payment has succeeded'),
  item('refund', 'refund', 'Un remboursement a réussi', 'A refund has succeeded'),
  item('balance', 'balance', 'Le solde est lu', 'The balance is read'),
  item('statement', 'statement', 'Le relevé est lu', 'The statement is read'),
];

function item(id: string, check: GoLiveItem['check'], fr: string, en: string): GoLiveItem {
  return { id, check, text: { fr, en } };
}
