// Messages of the money at a glance.

import { t } from '../../language/message.ts';
import { uiMessages } from '../../ui/messages.ts';

export const moneyMessages = {
  title: t('Argent', 'Money'),
  processed: t('Volume traité aujourd’hui', 'Processed today'),
  fees: t('Commissions aujourd’hui', 'Fees today'),
  held: t('Fonds bloqués', 'Held funds'),
  heldNote: t('pour des paiements sans résultat', 'for payments without a result'),
  lowest: t('Float le plus bas', 'Lowest float'),
  routeAmount: uiMessages.labelled,
  minimum: t(
    (amount: string) => `minimum fixé : ${amount}`,
    (amount) => `minimum ${amount}`,
  ),
  nothing: t('rien pour le moment', 'nothing yet'),
  compared: t(
    (change: string) => `${change} par rapport au même jour de la semaine dernière, à cette heure`,
    (change) => `${change} on the same day last week by this time`,
  ),
  nothingBefore: t(
    'rien le même jour de la semaine dernière, à cette heure',
    'nothing on the same day last week by this time',
  ),
  hourly: t('Volume traité par heure', 'Processed by hour'),
  currency: t('Devise affichée', 'Currency shown'),
  today: t('Ces dernières 24 heures', 'Last 24 hours'),
  weekBefore: t('Une semaine avant', 'A week before'),
};
