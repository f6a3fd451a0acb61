// Messages of the blacklist.

import { pluralForm, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const blacklistMessages = {
  title: vocabulary.blacklist,
  lead: t(
    'Adresses temporairement exclues des interrogations de statut, après trop de demandes rejetées.',
    'Addresses temporarily blocked from status queries after too many rejected ones.',
  ),
  address: vocabulary.ipAddress,
  account: vocabulary.account,
  keyless: t('Sans clé', 'No key'),
  reason: vocabulary.reason,
  tooMany: t('Trop d’interrogations rejetées', 'Too many rejected queries'),
  refused: t(
    (count: number, duration: string) =>
      `${pluralForm('fr', count, { one: '# interrogation rejetée', other: '# interrogations rejetées' })} en ${duration}`,
    (count, duration) =>
      `${pluralForm('en', count, { one: '# rejected query', other: '# rejected queries' })} in ${duration}`,
  ),
  since: t('Bloquée depuis', 'Blocked since'),
  until: t('Jusqu’à', 'Until'),
  release: t('Débloquer', 'Unblock'),
  releaseOne: t(
    (address: string) => `Débloquer ${address}`,
    (address) => `Unblock ${address}`,
  ),
  releaseTitle: t(
    (address: string) => `Débloquer ${address} ?`,
    (address) => `Unblock ${address}?`,
  ),
  releaseBody: t(
    'Cette adresse pourra immédiatement interroger des statuts, sur tous les nœuds.',
    'This address can query statuses again immediately, on all nodes.',
  ),
  released: t('Adresse débloquée.', 'Address unblocked.'),
  none: t('Aucune adresse bloquée', 'No blocked addresses'),
  noneHint: t(
    'Une adresse apparaît ici lorsqu’elle dépasse trop souvent la limite d’interrogations.',
    'An address appears here when it exceeds the query limit too often.',
  ),
  action: vocabulary.action,
};
