// What do the payer's pages say, in each language?

import type { Language } from '@jokko/contract';

export interface LinkTexts {
  payTitle: string;
  scan: string;
  scanHow: string;
  codeOf: string;
  openHere: string;
  amount: string;
  merchant: string;
  service: string;
  reference: string;
  timeLeft: string;
  preparingTitle: string;
  preparing: string;
  expiredTitle: string;
  expired: string;
  checkingTitle: string;
  checking: string;
  mayClose: string;
  succeededTitle: string;
  succeeded: string;
  failedTitle: string;
  failed: string;
  backToMerchant: string;
  unknownTitle: string;
  unknown: string;
  troubleTitle: string;
  trouble: string;
  safety: string;
  otherLanguage: string;
}

export const linkTexts: { readonly [language in Language]: LinkTexts } = {
  fr: {
    payTitle: 'Validez votre paiement',
    scan: 'Scannez ce code avec votre téléphone',
    scanHow: 'Ouvrez l’appareil photo ou l’application de votre opérateur, puis visez le code.',
    codeOf: 'Code QR qui ouvre la page de paiement',
    openHere: 'Ouvrir sur cet appareil',
    amount: 'Montant',
    merchant: 'Marchand',
    service: 'Moyen de paiement',
    reference: 'Référence',
    timeLeft: 'Temps restant',
    preparingTitle: 'Préparation du paiement',
    preparing: 'Nous contactons votre opérateur. Cette page continue toute seule.',
    expiredTitle: 'Lien expiré',
    expired: 'Le délai de 15 minutes pour valider ce paiement est passé. Reprenez l’achat chez le marchand pour recevoir un nouveau lien.',
    checkingTitle: 'Vérification du paiement',
    checking: 'Nous attendons la confirmation de l’opérateur. Cette page continue toute seule.',
    mayClose: 'Vous pouvez aussi la fermer : le marchand sera informé du résultat.',
    succeededTitle: 'Paiement réussi',
    succeeded: 'Le paiement est confirmé. Le marchand en est informé.',
    failedTitle: 'Paiement non abouti',
    failed: 'Le paiement n’a pas abouti. Le marchand en est informé.',
    backToMerchant: 'Retourner chez le marchand',
    unknownTitle: 'Page introuvable',
    unknown: 'Ce lien n’existe pas. Vérifiez que vous l’avez copié en entier.',
    troubleTitle: 'Un instant',
    trouble: 'La page ne peut pas être affichée pour le moment. Elle se recharge toute seule.',
    safety: 'Votre code secret se saisit seulement dans l’application de votre opérateur ou sur la page de votre banque, jamais ici.',
    otherLanguage: 'English',
  },
  en: {
    payTitle: 'Approve your payment',
    scan: 'Scan this code with your phone',
    scanHow: 'Open the camera or your operator’s app and point it at the code.',
    codeOf: 'QR code that opens the payment page',
    openHere: 'Open on this device',
    amount: 'Amount',
    merchant: 'Merchant',
    service: 'Payment method',
    reference: 'Reference',
    timeLeft: 'Time left',
    preparingTitle: 'Preparing the payment',
    preparing: 'We are contacting your operator. This page continues by itself.',
    expiredTitle: 'Link expired',
    expired: 'The 15 minutes to approve this payment are over. Start again at the merchant to get a new link.',
    checkingTitle: 'Checking the payment',
    checking: 'We are waiting for the operator’s confirmation. This page continues by itself.',
    mayClose: 'You may also close it: the merchant will be told the result.',
    succeededTitle: 'Payment successful',
    succeeded: 'The payment is confirmed. The merchant has been told.',
    failedTitle: 'Payment not completed',
    failed: 'The payment was not completed. The merchant has been told.',
    backToMerchant: 'Back to the merchant',
    unknownTitle: 'Page not found',
    unknown: 'There is no such link. Check that you copied all of it.',
    troubleTitle: 'One moment',
    trouble: 'The page cannot be shown right now. It reloads by itself.',
    safety: 'Your secret code is typed only in your operator’s app or on your bank’s page, never here.',
    otherLanguage: 'Français',
  },
};
