// Messages of a statement's page, in the words of whose statement it is: a provider's, or a bank's.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';
import { reconciliationMessages } from './messages.ts';

const ofBank: typeof reconciliationMessages = {
  ...reconciliationMessages,
  theirs: t('Banque', 'Bank'),
  providerReference: vocabulary.bankReference,
  nothingTheirs: t('Absente du relevé de la banque.', 'Not in the bank’s statement.'),
  classes: {
    ...reconciliationMessages.classes,
    missing_there: t('Absent de la banque', 'Missing at the bank'),
  },
  classHints: {
    ...reconciliationMessages.classHints,
    missing_here: t(
      'Présente dans le relevé de la banque ; non comptabilisée chez nous.',
      'In the bank’s statement; not booked by us.',
    ),
    missing_there: t(
      'Comptabilisée chez nous ; absente du relevé de la banque.',
      'Booked by us; not in the bank’s statement.',
    ),
  },
  notAdjustable: {
    ...reconciliationMessages.notAdjustable,
    duplicate: t(
      'Le relevé nomme ce mouvement une seconde fois : aucun ajustement n’est préparé. Demandez d’abord à la banque si elle l’a exécuté deux fois.',
      'The statement names this movement a second time: no adjustment is prepared. First ask the bank whether it carried it out twice.',
    ),
  },
};

/** `route` null: it is of a bank account. */
export const messagesOfParty = ({ route }: { route: string | null }) =>
  route === null ? ofBank : reconciliationMessages;
