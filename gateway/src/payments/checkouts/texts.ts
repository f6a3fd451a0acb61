// Messages of the pages of checkouts, in each language.

import type { Language } from '@jokko/contract';
import type { Means, PayProblem } from './page-view.ts';

type End = 'paid' | 'expired' | 'canceled' | 'down' | 'nothing' | 'spent';

export interface CheckoutTexts {
  title: string;
  order: string;
  amount: string;
  merchant: string;
  way: string;
  auto: string;
  phone: string;
  pay: string;
  payAgain: string;
  payingTitle: string;
  paying: string;
  onPhone: string;
  goOn: string;
  back: string;
  other: string;
  safety: string;
  card: {
    number: string;
    expiry: string;
    code: string;
    first: string;
    last: string;
    safety: string;
  };
  /** Leads to the form of the other means. */
  others: { readonly [means in Means]: string };
  /** The text of a checkout that a payment link opened and that cannot be paid any more. */
  reopen: string;
  problems: { readonly [problem in PayProblem]: string };
  ends: { readonly [end in End]: { title: string; text: string } };
}

export const checkoutTexts: { readonly [language in Language]: CheckoutTexts } = {
  fr: {
    title: 'Payer',
    order: 'Commande',
    amount: 'Montant',
    merchant: 'Marchand',
    way: 'Moyen de paiement',
    auto: 'D’après mon numéro',
    phone: 'Numéro de téléphone',
    pay: 'Payer',
    payAgain: 'Réessayer',
    payingTitle: 'Paiement en cours',
    paying: 'Nous attendons la confirmation du paiement. Cette page se met à jour automatiquement.',
    onPhone: 'Confirmez le paiement sur votre téléphone avec votre code secret.',
    goOn: 'Continuer le paiement',
    back: 'Retour au site du marchand',
    other: 'English',
    safety: 'Saisissez votre code secret uniquement sur votre téléphone, jamais ici.',
    card: {
      number: 'Numéro de carte',
      expiry: 'Date d’expiration (MM/AA)',
      code: 'Cryptogramme (3 ou 4 chiffres)',
      first: 'Prénom du titulaire',
      last: 'Nom du titulaire',
      safety:
        'Votre banque peut vous demander de confirmer le paiement. Le numéro de la carte n’est pas conservé.',
    },
    others: { wallet: 'Payer avec un numéro de téléphone', card: 'Payer par carte bancaire' },
    reopen: 'Cette page n’est plus valable. Rouvrez le lien du marchand pour payer.',
    problems: {
      phone: 'Ce numéro n’est pas valide. Vérifiez-le.',
      way: 'L’opérateur de ce numéro n’a pas été reconnu. Choisissez votre moyen de paiement.',
      down: 'Cet opérateur est momentanément indisponible. Réessayez, ou choisissez un autre moyen de paiement.',
      later:
        'Le paiement n’est pas possible pour le moment. Réessayez dans quelques instants. Rien n’a été débité.',
      balance: 'Le solde de ce compte est insuffisant. Rechargez-le, ou payez avec un autre.',
      timeout: 'Le paiement n’a pas été confirmé à temps. Réessayez.',
      account:
        'Ce numéro n’a pas de compte actif chez cet opérateur. Essayez un autre numéro ou un autre moyen.',
      card: 'Votre banque a refusé cette carte. Vérifiez-en les données, ou payez autrement.',
      cardNumber: 'Ce numéro de carte n’est pas valide. Vérifiez-le.',
      cardExpiry: 'Cette date d’expiration n’est pas valide. Écrivez le mois et l’année : 09/29.',
      cardCode: 'Le cryptogramme compte 3 ou 4 chiffres. Il est au dos de la carte.',
      cardName: 'Indiquez le prénom et le nom du titulaire de la carte.',
      failed:
        'Le paiement n’a pas abouti et rien n’a été débité. Réessayez, ou choisissez un autre moyen de paiement.',
      tooFast: 'Trop d’essais. Attendez une minute, puis réessayez.',
    },
    ends: {
      paid: {
        title: 'Paiement réussi',
        text: 'Votre paiement est confirmé. Le marchand a été informé.',
      },
      expired: {
        title: 'Page expirée',
        text: 'Le délai pour payer est dépassé. Demandez une nouvelle page au marchand.',
      },
      canceled: {
        title: 'Page close',
        text: 'Le marchand a clos cette page de paiement. Rien n’a été débité.',
      },
      down: {
        title: 'Opérateurs indisponibles',
        text: 'Aucun opérateur ne répond pour le moment. Cette page se met à jour automatiquement.',
      },
      nothing: {
        title: 'Paiement impossible',
        text: 'Aucun moyen de paiement n’accepte ce montant. Adressez-vous au marchand.',
      },
      spent: {
        title: 'Trop d’essais',
        text: 'Ce paiement a été tenté trop de fois. Demandez une nouvelle page au marchand.',
      },
    },
  },
  en: {
    title: 'Pay',
    order: 'Order',
    amount: 'Amount',
    merchant: 'Merchant',
    way: 'Payment method',
    auto: 'By my number',
    phone: 'Phone number',
    pay: 'Pay',
    payAgain: 'Try again',
    payingTitle: 'Payment in progress',
    paying: 'We are waiting for confirmation of the payment. This page updates automatically.',
    onPhone: 'Confirm the payment on your phone with your PIN.',
    goOn: 'Continue the payment',
    back: 'Back to the merchant’s site',
    other: 'Français',
    safety: 'Enter your PIN only on your phone, never here.',
    card: {
      number: 'Card number',
      expiry: 'Expiry date (MM/YY)',
      code: 'Security code (3 or 4 digits)',
      first: 'First name of the cardholder',
      last: 'Last name of the cardholder',
      safety: 'Your bank may ask you to confirm the payment. The card number is not kept.',
    },
    others: { wallet: 'Pay with a phone number', card: 'Pay by bank card' },
    reopen: 'This page is no longer valid. Open the merchant’s link again to pay.',
    problems: {
      phone: 'This number is not valid. Check it.',
      way: 'The operator of this number was not recognised. Choose your payment method.',
      down: 'This operator is temporarily unavailable. Try again, or choose another payment method.',
      later: 'The payment is not possible at the moment. Try again shortly. Nothing was charged.',
      balance: 'The balance of this account is too low. Top it up, or pay with another one.',
      timeout: 'The payment was not confirmed in time. Try again.',
      account:
        'This number has no active account with this operator. Try another number or method.',
      card: 'Your bank refused this card. Check its details, or pay in another way.',
      cardNumber: 'This card number is not valid. Check it.',
      cardExpiry: 'This expiry date is not valid. Write month and year: 09/29.',
      cardCode: 'The security code has 3 or 4 digits. It is on the back of the card.',
      cardName: 'Give the first and the last name of the cardholder.',
      failed:
        'The payment was not completed and nothing was charged. Try again, or choose another payment method.',
      tooFast: 'Too many attempts. Wait one minute, then try again.',
    },
    ends: {
      paid: {
        title: 'Payment successful',
        text: 'Your payment is confirmed. The merchant has been notified.',
      },
      expired: {
        title: 'Page expired',
        text: 'The time to pay is over. Ask the merchant for a new page.',
      },
      canceled: {
        title: 'Page closed',
        text: 'The merchant has closed this payment page. Nothing was charged.',
      },
      down: {
        title: 'Operators unavailable',
        text: 'No operator is answering at the moment. This page updates automatically.',
      },
      nothing: {
        title: 'Payment impossible',
        text: 'No payment method takes this amount. Contact the merchant.',
      },
      spent: {
        title: 'Too many attempts',
        text: 'This payment was tried too often. Ask the merchant for a new page.',
      },
    },
  },
};
