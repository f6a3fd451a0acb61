// What must be true before a route to CyberSource carries real money.

import type { GoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly GoLiveItem[] = [
  item('connection', 'connection', 'La clé est acceptée', 'The key is accepted'),
  item(
    'services',
    'person',
    'L’acquéreur a activé le paiement, 3-D Secure 2 et la recherche des transactions, en XOF',
    'The acquirer has activated payments, 3-D Secure 2 and the transaction search, in XOF',
  ),
  item(
    'timeout-void',
    'person',
    'L’acquéreur a confirmé l’annulation par notre identifiant (transactionId) pour ce processeur',
    'The acquirer has confirmed voids by our own id (transactionId) for this processor',
  ),
  item(
    'pci',
    'person',
    'L’attestation PCI DSS est déposée chez l’acquéreur',
    'The PCI DSS attestation is filed with the acquirer',
  ),
  item('payment', 'payment', 'Un paiement a réussi', 'A payment has succeeded'),
  item('refund', 'refund', 'Un remboursement a réussi', 'A refund has succeeded'),
];

function item(id: string, check: GoLiveItem['check'], fr: string, en: string): GoLiveItem {
  return { id, check, text: { fr, en } };
}
