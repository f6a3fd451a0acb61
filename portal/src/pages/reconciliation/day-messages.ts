// Texts about days whose statement could not be fetched.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const dayMessages = {
  title: t('Relevés en attente', 'Statements not fetched yet'),
  lead: t(
    'Chaque jour est redemandé pendant sept jours, puis abandonné. Un fichier qui arrive plus tard est lu quand même.',
    'Each day is tried for seven days and then given up. A file that arrives later is read all the same.',
  ),
  provider: vocabulary.provider,
  day: vocabulary.date,
  state: vocabulary.status,
  waiting: t('En attente', 'Waiting'),
  running: t('En cours', 'Being fetched'),
  givenUp: t('Abandonné', 'Given up'),
  asked: t('Redemandé', 'Asked for again'),
  tries: t('Essais', 'Tries'),
  problem: vocabulary.reason,
  action: vocabulary.action,
  fetch: t('Redemander', 'Fetch again'),
  fetchOne: t(
    (route: string, day: string) => `Redemander le relevé de ${route} du ${day}`,
    (route, day) => `Fetch again the statement of ${route} of ${day}`,
  ),
  done: t('Le relevé va être redemandé.', 'The statement will be fetched.'),
};
