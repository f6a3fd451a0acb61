// Messages of the phone of the sandbox.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const phoneMessages = {
  title: t('Téléphone du payeur', 'Payer’s phone'),
  lead: t(
    'Tenez le téléphone d’un payeur : tant que cette page est ouverte, vos encaissements sur ce numéro attendent votre réponse.',
    'Hold the phone of a payer: while this page is open, your collections from this number wait for your answer.',
  ),
  sandbox: vocabulary.sandbox,
  onlySandbox: t(
    'Ce téléphone n’existe que dans le bac à sable.',
    'This phone exists in the sandbox only.',
  ),
  notAllowed: t(
    'Un propriétaire, administrateur ou développeur du compte peut tenir le téléphone.',
    'An owner, administrator or developer of the account can hold the phone.',
  ),
  number: t('Numéro du téléphone', 'Phone number'),
  numberHint: t(
    'Les chiffres du bac à sable qui déterminent un résultat le déterminent ici aussi.',
    'Digits of the sandbox that determine an outcome determine it here, too.',
  ),
  hold: t('Prendre le téléphone', 'Take the phone'),
  putDown: t('Poser le téléphone', 'Put the phone down'),
  screen: t('Écran du téléphone', 'Screen of the phone'),
  nothing: t('Rien à l’écran.', 'Nothing on the screen.'),
  nothingHint: t(
    'Encaissez auprès de ce numéro, ou envoyez-lui un SMS.',
    'Collect from this number, or send it an SMS.',
  ),
  ask: t(
    (amount: string, merchant: string) => `Payer ${amount} à ${merchant} ?`,
    (amount, merchant) => `Pay ${amount} to ${merchant}?`,
  ),
  until: t(
    (time: string) => `Répondez avant ${time}.`,
    (time) => `Answer before ${time}.`,
  ),
  pin: t('Code PIN', 'PIN'),
  pinHint: t(
    (pin: string) => `Le bon code est ${pin} ; tout autre est faux.`,
    (pin) => `The right PIN is ${pin}; any other is wrong.`,
  ),
  approve: t('Approuver', 'Approve'),
  refuse: t('Refuser', 'Refuse'),
  expire: t('Laisser expirer', 'Let it expire'),
  linkSms: t(
    (amount: string, merchant: string) => `Pour payer ${amount} à ${merchant}, suivez ce lien :`,
    (amount, merchant) => `To pay ${amount} to ${merchant}, follow this link:`,
  ),
  openLink: t('Ouvrir la page de paiement', 'Open the payment page'),
  qr: t('QR code de la page de paiement', 'QR code of the payment page'),
  paid: t(
    (amount: string, merchant: string) => `Vous avez payé ${amount} à ${merchant}.`,
    (amount, merchant) => `You paid ${amount} to ${merchant}.`,
  ),
  notPaid: t(
    (amount: string, merchant: string) =>
      `Votre paiement de ${amount} à ${merchant} n’a pas abouti.`,
    (amount, merchant) => `Your payment of ${amount} to ${merchant} did not go through.`,
  ),
  received: t(
    (amount: string, merchant: string) => `Vous avez reçu ${amount} de ${merchant}.`,
    (amount, merchant) => `You received ${amount} from ${merchant}.`,
  ),
  givenBack: t(
    (amount: string, merchant: string) => `${merchant} vous a remboursé ${amount}.`,
    (amount, merchant) => `${merchant} refunded you ${amount}.`,
  ),
  removedText: t('Texte supprimé.', 'Text removed.'),
  transaction: t('Transaction', 'Transaction'),
  requests: t('Dernières requêtes', 'Latest requests'),
  allRequests: t('Toutes les requêtes', 'All requests'),
  noRequests: t('Aucune requête encore.', 'No requests yet.'),
};
