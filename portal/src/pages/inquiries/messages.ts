// Messages of the pages of inquiries.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';
import { uiMessages } from '../../ui/messages.ts';

export const inquiryMessages = {
  title: t('Consultations', 'Inquiries'),
  lead: t(
    'Interrogez un fournisseur comme le fait votre serveur : le résultat peut ensuite être payé par l’API.',
    'Query a provider as your server does: the result can then be paid through the API.',
  ),
  tabs: t('Type de consultation', 'Type of inquiry'),
  bills: t('Factures', 'Bills'),
  reception: t('Retrait d’un transfert', 'Remittance pickup'),
  quote: t('Devis d’un transfert', 'Remittance quote'),
  service: vocabulary.service,
  none: t('Aucun service de ce type', 'No services of this type'),
  noneHint: t(
    'Demandez son activation sur la page Services.',
    'Request activation on the Services page.',
  ),
  accountNumber: t('Numéro de contrat ou de client', 'Contract or customer number'),
  accountHint: t('Attribué par le facturier.', 'Assigned by the biller.'),
  reference: t('Code de retrait', 'Pickup code'),
  referenceHint: t('Uniquement des chiffres.', 'Digits only.'),
  amount: t('Montant à envoyer', 'Amount to send'),
  sendData: t('Expéditeur et bénéficiaire (remitSendData)', 'Sender and recipient (remitSendData)'),
  sendDataHint: t(
    'En JSON, comme dans la référence ; remplacez les valeurs de l’exemple.',
    'In JSON, as in the reference; replace the sample values.',
  ),
  quoteHint: t(
    'Pendant 30 minutes, une opération du même montant est débitée du total (totalAmountToCollect).',
    'For 30 minutes an operation of the same amount is charged the total (totalAmountToCollect).',
  ),
  notJson: t('Ce n’est pas du JSON valide.', 'This is not valid JSON.'),
  look: t('Consulter', 'Query'),
  refused: t('Rejeté par le fournisseur', 'Rejected by the provider'),
  billsFound: t('Factures impayées', 'Unpaid bills'),
  noBills: t('Aucune facture impayée', 'No unpaid bills'),
  bill: t('Facture', 'Bill'),
  billAmount: vocabulary.amount,
  about: t('Informations', 'Details'),
  info: uiMessages.labelled,
  payable: t(
    'Payables pendant 24 heures, pour le montant exact.',
    'Payable for 24 hours, for the exact amount.',
  ),
  found: vocabulary.providerResponse,
  member: vocabulary.field,
  value: t('Valeur', 'Value'),
  usable: t(
    'Valable 30 minutes, pour une opération du même montant.',
    'Valid for 30 minutes, for an operation of the same amount.',
  ),
};
