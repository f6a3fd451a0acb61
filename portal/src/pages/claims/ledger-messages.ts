// Names the accounts of the ledger.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const ledgerMessages = {
  accounts: {
    available: vocabulary.availableBalance,
    held: t('Montant retenu', 'Amount held'),
    fees: t('Nos commissions', 'Our fees'),
    funding: t('Approvisionnement', 'Funding'),
    suspense: t('Compte d’attente', 'Suspense account'),
    treasury: t('Notre banque', 'Our bank'),
    opening: t('Soldes d’ouverture du simulateur', 'Opening balances of the simulator'),
  },
  provider: t(
    (route: string) => `Fournisseur ${route}`,
    (route) => `Provider ${route}`,
  ),
  messages: t(
    (country: string) => `SMS vers ${country}`,
    (country) => `SMS to ${country}`,
  ),
};
