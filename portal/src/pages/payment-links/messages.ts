// Messages of the page of payment links.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const linkMessages = {
  title: t('Liens de paiement', 'Payment links'),
  lead: t(
    'Envoyez un lien par message ou imprimez son code QR : chaque payeur choisit son opérateur et paie.',
    'Send a link in a message, or print its QR code: each payer chooses an operator and pays.',
  ),
  add: t('Nouveau lien', 'New link'),
  make: t('Créer le lien', 'Create the link'),
  made: t('Lien créé.', 'Link created.'),
  description: t('Description', 'Description'),
  descriptionHint: t('Affichée au payeur.', 'Shown to the payer.'),
  kind: t('Montant', 'Amount'),
  kinds: {
    fixed: t('Fixe', 'Fixed'),
    range: t('Choisi par le payeur', 'Chosen by the payer'),
  },
  amount: vocabulary.amount,
  minimum: t('Minimum', 'Minimum'),
  maximum: t('Maximum', 'Maximum'),
  usesLabel: t('Nombre de paiements', 'Number of payments'),
  uses: {
    many: t('Autant que voulu', 'Any number'),
    one: t('Un seul', 'One only'),
  },
  validity: t('Durée de validité', 'Valid for'),
  validities: {
    none: t('Sans limite', 'No limit'),
    day: t('1 jour', '1 day'),
    week: t('7 jours', '7 days'),
    month: t('30 jours', '30 days'),
  },
  reference: t('Référence', 'Reference'),
  referenceHint: t(
    'Lettres, chiffres et . _ : @ - ; les transactions du lien commencent par elle.',
    'Letters, digits and . _ : @ -; the transactions of the link begin with it.',
  ),
  callbackUrl: t('Adresse de callback', 'Callback URL'),
  optional: vocabulary.optional,
  wrong: t('Cette valeur n’est pas acceptée.', 'This value is not accepted.'),
  taken: t(
    'Cette référence est déjà celle d’un autre lien, ou le compte est suspendu.',
    'This reference belongs to another link, or the account is suspended.',
  ),
  state: vocabulary.status,
  states: {
    ACTIVE: vocabulary.active,
    PAUSED: t('Suspendu', 'Paused'),
    EXPIRED: t('Expiré', 'Expired'),
    USED: t('Utilisé', 'Used'),
  },
  payments: t('Paiements', 'Payments'),
  countOfPayments: plural(
    { one: '# paiement', other: '# paiements' },
    { one: '# payment', other: '# payments' },
  ),
  earned: t('Encaissé', 'Earned'),
  created: vocabulary.created,
  expires: t('Expire', 'Expires'),
  address: t('Adresse', 'Address'),
  copy: t('Copier le lien', 'Copy the link'),
  qr: t('Code QR du lien', 'QR code of the link'),
  svg: t('QR en SVG', 'QR as SVG'),
  png: t('QR en PNG', 'QR as PNG'),
  pause: t('Suspendre', 'Pause'),
  pauseTitle: t('Suspendre ce lien ?', 'Pause this link?'),
  pauseBody: t(
    'Personne ne pourra plus commencer à payer. Un payeur qui a déjà ouvert sa page peut encore y payer, 60 minutes au plus.',
    'Nobody will be able to begin to pay. A payer who has already opened a page can still pay there, for 60 minutes at most.',
  ),
  paused: t('Lien suspendu.', 'Link paused.'),
  resume: t('Réactiver', 'Resume'),
  resumed: t('Lien réactivé.', 'Link resumed.'),
  none: t('Aucun lien', 'No links'),
  noneHint: t(
    'Un lien suffit pour être payé : il n’y a rien à programmer.',
    'A link is enough to be paid: there is nothing to program.',
  ),
};
