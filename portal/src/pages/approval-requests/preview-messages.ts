// Messages of what an approval request would change.

import type { PreviewSubject } from '@jokko/contract/portal';
import type { Message } from '../../language/message.ts';
import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';
import { settlementMessages } from '../settlements/messages.ts';
import { storyMessages } from '../transactions/messages.ts';

const subjects = {
  available: t('Solde disponible', 'Available balance'),
  held: t('Montant retenu', 'Held amount'),
  suspense: t('Compte d’attente', 'Suspense account'),
  borne: t('Supporté par l’opérateur', 'Borne by the operator'),
  float: t('Float', 'Float'),
  bankAccount: t('Par notre compte bancaire', 'Through our bank account'),
  transaction: vocabulary.transaction,
  case: t('Dossier', 'Case'),
  settlement: t('Reversement', 'Settlement'),
  price: vocabulary.priceOverride,
  service: vocabulary.service,
  refundLimit: t('Limite des remboursements', 'Refund limit'),
  payoutLimit: t('Limite de paiement', 'Payout limit'),
  access: t('Accès au compte', 'Account access'),
  password: t('Mot de passe', 'Password'),
  secondFactors: t('Second facteur', 'Second factor'),
  version: t('Version en vigueur', 'Version in force'),
  entry: t('Modification', 'Change'),
} satisfies Record<PreviewSubject, Message>;

export const previewMessages = {
  title: t('Maintenant → après approbation', 'Now → after approval'),
  asked: t('À la demande :', 'When requested:'),
  none: t('aucun', 'none'),
  catalogue: t('tarif du catalogue', 'catalogue price'),
  wouldFail: t('L’approbation échouerait :', 'Approval would fail:'),
  subjects,
  words: {
    ...settlementMessages.states,
    ...storyMessages.states,
    open_case: t('ouvert', 'open'),
    closed_case: t('clos', 'closed'),
    no_access: t('aucun accès', 'no access'),
    kept_password: t('mot de passe actuel', 'current password'),
    chosen_by_link: t('nouveau, choisi par le lien', 'new, chosen with the link'),
    has_factor: t('configuré', 'set up'),
    no_factor: t('aucun', 'none'),
    offered: t('au catalogue', 'in the catalogue'),
    entry_there: t('présent', 'present'),
    entry_moved: t('déplacé', 'moved'),
  },
};
