// Messages of the payment pages, in each language.

import type { Language } from '@jokko/contract';

/**
 * refused, not_sent: of the last step · code: it has not the form of a code · closed: not now ·
 * spent, tooFast: too often · ended: not at all.
 */
export const stepProblems = [
  'refused',
  'not_sent',
  'code',
  'closed',
  'spent',
  'tooFast',
  'ended',
] as const;
export type StepProblem = (typeof stepProblems)[number];

export interface PaymentPageTexts {
  payTitle: string;
  scan: string;
  scanHow: string;
  codeOf: string;
  openHere: string;
  chooseApp: string;
  openApp(name: string): string;
  otpTitle: string;
  otpLabel(digits: number): string;
  otpSend: string;
  otpSafety: string;
  collectTitle: string;
  collect: string;
  postTitle: string;
  post: string;
  goOn: string;
  /** Why a step was not taken. */
  problems: { [problem in StepProblem]: string };
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

export const paymentPageTexts: { readonly [language in Language]: PaymentPageTexts } = {
  fr: {
    payTitle: 'Validez votre paiement',
    scan: 'Scannez ce code avec votre téléphone',
    scanHow: 'Ouvrez l’appareil photo ou l’application de votre opérateur, puis scannez le code.',
    codeOf: 'Code QR de la page de paiement',
    openHere: 'Ouvrir sur cet appareil',
    chooseApp: 'Choisissez votre application',
    openApp: (name) => `Ouvrir ${name}`,
    otpTitle: 'Saisissez votre code',
    otpLabel: (digits) => `Code à usage unique (${digits} chiffres)`,
    otpSend: 'Payer',
    otpSafety:
      'Saisissez uniquement ce code à usage unique. Ne donnez jamais le code secret de votre compte.',
    collectTitle: 'Vérification de votre carte',
    collect: 'Votre banque vérifie cet appareil. Cela prend quelques secondes.',
    postTitle: 'Authentification par votre banque',
    post: 'Votre banque va vous demander de confirmer ce paiement.',
    goOn: 'Continuer',
    problems: {
      refused: 'Ce code n’a pas été accepté. Vérifiez-le, ou demandez-en un nouveau.',
      not_sent: 'Votre code n’a pas pu être envoyé. Réessayez.',
      code: 'Ce code n’est pas complet. Vérifiez-le et réessayez.',
      closed: 'Ce paiement ne peut pas avancer pour le moment. Réessayez dans quelques instants.',
      spent: 'Trop d’essais. Attendez le résultat : le marchand en sera informé.',
      tooFast: 'Trop d’essais. Attendez une minute, puis réessayez.',
      ended: 'Ce paiement ne peut pas continuer. Recommencez votre achat sur le site du marchand.',
    },
    amount: 'Montant',
    merchant: 'Marchand',
    service: 'Moyen de paiement',
    reference: 'Référence',
    timeLeft: 'Temps restant',
    preparingTitle: 'Préparation du paiement',
    preparing: 'Nous contactons votre opérateur. Cette page se met à jour automatiquement.',
    expiredTitle: 'Lien expiré',
    expired:
      'Le délai de 15 minutes pour valider ce paiement est dépassé. Recommencez votre achat sur le site du marchand pour obtenir un nouveau lien.',
    checkingTitle: 'Vérification du paiement',
    checking:
      'Nous attendons la confirmation de votre opérateur. Cette page se met à jour automatiquement.',
    mayClose: 'Vous pouvez aussi fermer cette page : le marchand sera informé du résultat.',
    succeededTitle: 'Paiement réussi',
    succeeded: 'Votre paiement est confirmé. Le marchand a été informé.',
    failedTitle: 'Échec du paiement',
    failed: 'Votre paiement n’a pas abouti. Le marchand a été informé.',
    backToMerchant: 'Retour au site du marchand',
    unknownTitle: 'Page introuvable',
    unknown: 'Ce lien n’existe pas. Vérifiez que vous avez copié l’adresse complète.',
    troubleTitle: 'Un instant…',
    trouble: 'Cette page est momentanément indisponible. Elle va se recharger automatiquement.',
    safety:
      'Saisissez votre code secret uniquement dans l’application de votre opérateur ou sur la page de votre banque, jamais ici.',
    otherLanguage: 'English',
  },
  en: {
    payTitle: 'Approve your payment',
    scan: 'Scan this code with your phone',
    scanHow: 'Open the camera or your mobile operator’s app and point it at the code.',
    codeOf: 'QR code for the payment page',
    openHere: 'Open on this device',
    chooseApp: 'Choose your app',
    openApp: (name) => `Open ${name}`,
    otpTitle: 'Enter your code',
    otpLabel: (digits) => `One-time code (${digits} digits)`,
    otpSend: 'Pay',
    otpSafety: 'Enter only this one-time code. Never give the PIN of your account.',
    collectTitle: 'Checking your card',
    collect: 'Your bank is checking this device. This takes a few seconds.',
    postTitle: 'Confirmation by your bank',
    post: 'Your bank will ask you to confirm this payment.',
    goOn: 'Continue',
    problems: {
      refused: 'This code was not accepted. Check it, or request a new one.',
      not_sent: 'Your code could not be sent. Try again.',
      code: 'This code is not complete. Check it and try again.',
      closed: 'This payment cannot go on at the moment. Try again shortly.',
      spent: 'Too many attempts. Wait for the result: the merchant will be notified.',
      tooFast: 'Too many attempts. Wait one minute, then try again.',
      ended: 'This payment cannot go on. Start again on the merchant’s site.',
    },
    amount: 'Amount',
    merchant: 'Merchant',
    service: 'Payment method',
    reference: 'Reference',
    timeLeft: 'Time left',
    preparingTitle: 'Preparing the payment',
    preparing: 'We are contacting your mobile operator. This page updates automatically.',
    expiredTitle: 'Link expired',
    expired:
      'The 15 minutes to approve this payment have passed. Start again on the merchant’s site to get a new link.',
    checkingTitle: 'Checking the payment',
    checking:
      'We are waiting for confirmation from your mobile operator. This page updates automatically.',
    mayClose: 'You can close this page: the merchant will be notified of the result.',
    succeededTitle: 'Payment successful',
    succeeded: 'Your payment is confirmed. The merchant has been notified.',
    failedTitle: 'Payment failed',
    failed: 'Your payment was not completed. The merchant has been notified.',
    backToMerchant: 'Back to the merchant’s site',
    unknownTitle: 'Page not found',
    unknown: 'This link does not exist. Check that you copied the full address.',
    troubleTitle: 'One moment…',
    trouble: 'This page is temporarily unavailable. It will reload automatically.',
    safety: 'Enter your PIN only in your mobile operator’s app or on your bank’s page, never here.',
    otherLanguage: 'Français',
  },
};
