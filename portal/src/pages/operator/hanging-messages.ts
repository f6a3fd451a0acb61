// Messages about payments without a result.

import { plural, t } from '../../language/message.ts';

export const hangingMessages = {
  title: t('Sans résultat', 'Without a result'),
  lead: t(
    'Résultats inconnus, et ceux que le fournisseur n’a pas donnés dans son délai habituel. Les plus anciens d’abord.',
    'Unknown outcomes, and those that the provider has not reported within its usual time. Oldest first.',
  ),
  open: t('Voir les opérations', 'Open operations'),
  none: t('aucune opération n’attend trop longtemps', 'no operation waits too long'),
  ofDecided: plural(
    { one: 'de # opération terminée', other: 'de # opérations terminées' },
    { one: 'of # completed operation', other: 'of # completed operations' },
  ),
  ofDue: t(
    (decided: string, hanging: string) => `${decided} terminées, ${hanging} sans résultat`,
    (decided, hanging) => `${decided} completed, ${hanging} without a result`,
  ),
  operations: t('Opérations', 'Operations'),
  column: t('Sans résultat', 'No result'),
};
