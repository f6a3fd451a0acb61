// Messages of the texts of an incident, wherever they are written.

import { t } from '../../language/message.ts';

export const incidentTextMessages = {
  publish: t('Ouvrir un incident', 'Open an incident'),
  publishHint: t(
    'Publié sur la page d’état des services et au-dessus du portail des développeurs concernés. À clore ensuite dans « Incidents ».',
    'Published on the service status page and above the portal of the developers concerned. Resolve it later under “Incidents”.',
  ),
  textFr: t('Message publié, en français', 'Published text, in French'),
  textEn: t('Message publié, en anglais', 'Published text, in English'),
};
