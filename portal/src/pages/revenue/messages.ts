// Messages of the page of what the operator earns.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const revenueMessages = {
  title: t('Revenus', 'Revenue'),
  lead: t(
    'Frais et commissions facturés, moins ce qui a été restitué et ce que les fournisseurs gardent. Sans dates : les 30 derniers jours.',
    'Fees and commissions charged, less what was returned and what providers keep. Without dates: the last 30 days.',
  ),
  by: t('Par', 'By'),
  byNames: {
    service: vocabulary.service,
    route: vocabulary.route,
    developer: vocabulary.developer,
    day: t('Jour', 'Day'),
    month: t('Mois', 'Month'),
  },
  byDay: t(
    (currency: string) => `Marge par jour, en ${currency}`,
    (currency) => `Margin by day, in ${currency}`,
  ),
  total: t('Total', 'Total'),
  marginBefore: t('Marge, période précédente', 'Margin, previous period'),
  change: t('Évolution', 'Change'),
  other: t('Hors transaction', 'Outside transactions'),
  charged: t('Facturé', 'Charged'),
  returned: t('Restitué', 'Returned'),
  providerFees: t('Frais des fournisseurs', 'Provider fees'),
  margin: t('Marge', 'Margin'),
  none: t('Aucun revenu dans cette période', 'No revenue in this period'),
};
