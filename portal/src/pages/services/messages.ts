// Messages of the page of services.

import { plural, t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const serviceMessages = {
  title: vocabulary.services,
  lead: t(
    'Les services que votre compte peut utiliser, avec leurs prix et leurs limites.',
    'The services your account can use, with their prices and limits.',
  ),
  search: vocabulary.search,
  searchHint: t('Nom, code ou fournisseur', 'Name, code or provider'),
  type: vocabulary.type,
  all: vocabulary.all,
  state: vocabulary.status,
  states: {
    active: vocabulary.active,
    open: vocabulary.requested,
    refused: vocabulary.rejected,
    inactive: vocabulary.inactive,
  },
  country: vocabulary.country,
  anyCountry: t('Tous', 'Any'),
  direction: vocabulary.direction,
  directions: {
    DEBIT: t('Vous payez', 'You pay out'),
    CREDIT: t('Vous encaissez', 'You collect'),
  },
  service: vocabulary.service,
  code: vocabulary.code,
  provider: vocabulary.provider,
  price: t('Commission', 'Commission'),
  asQuoted: t('Selon le devis', 'As quoted'),
  perMessage: t('par SMS', 'per SMS'),
  andCommission: t('plus une commission de', 'plus a commission of'),
  priceOverride: vocabulary.priceOverride,
  refunds: vocabulary.refund,
  refundsYes: t('La commission est restituée', 'The commission is returned'),
  refundsNo: t('La commission est conservée', 'The commission is kept'),
  limits: t('Montant par opération', 'Amount per operation'),
  ceilings: {
    dailyMaximum: t('Plafond sur 24 heures', 'Limit over 24 hours'),
    weeklyMaximum: t('Plafond sur 7 jours', 'Limit over 7 days'),
    monthlyMaximum: t('Plafond sur 30 jours', 'Limit over 30 days'),
  },
  perRecipient: t('par destinataire', 'per recipient'),
  duplicates: t('Doublons', 'Duplicates'),
  duplicatesHint: t(
    (length: string) => `Le même montant au même destinataire est rejeté pendant ${length}.`,
    (length) => `The same amount to the same recipient is rejected for ${length}.`,
  ),
  from: t('à partir de', 'from'),
  to: t('jusqu’à', 'up to'),
  noLimit: t('Aucune limite', 'No limit'),
  multiple: t('Par multiples de', 'In multiples of'),
  none: vocabulary.noServices,
  noneHint: t('Aucun service ne correspond à ces filtres.', 'No services match these filters.'),
  ask: t('Demander l’activation', 'Request activation'),
  askTitle: t(
    (name: string) => `Demander l’activation de « ${name} »`,
    (name) => `Request activation of “${name}”`,
  ),
  note: t('À quoi servira-t-il ?', 'What will you use it for?'),
  noteHint: t(
    'Volume prévu, usage, pays : ces informations accélèrent la réponse.',
    'Expected volume, use, countries: details help us reply quickly.',
  ),
  optional: vocabulary.optional,
  send: t('Envoyer la demande', 'Send request'),
  sent: t(
    'Demande envoyée. La réponse s’affichera ici.',
    'Request sent. The reply will appear here.',
  ),
  asked: vocabulary.requested,
  answer: t('Réponse', 'Reply'),
  activeCount: plural(
    { one: '# service actif', other: '# services actifs' },
    { one: '# active service', other: '# active services' },
  ),
  types: {
    CASHIN: t('Dépôt', 'Deposit'),
    CASHOUT: t('Retrait', 'Withdrawal'),
    CREDIT_TELEPHONIQUE: t('Crédit téléphonique', 'Airtime'),
    BILL_PAY: t('Factures', 'Bills'),
    BILL_BUY_RELOAD: t('Recharges prépayées', 'Prepaid top-ups'),
    MESSENGING_SMS: vocabulary.sms,
  } as Record<string, Message>,
};
