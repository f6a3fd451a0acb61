// What is an account of the ledger called? `available`, `provider:OM_SN`, in words.

import { defineTexts, useTexts } from '../../language/index.ts';

const texts = defineTexts(
  {
    accounts: {
      available: 'Solde disponible',
      held: 'Montant retenu',
      fees: 'Nos commissions',
      funding: 'Approvisionnement',
      suspense: 'Compte d’attente',
      treasury: 'Notre banque',
    },
    provider: (route: string) => `Fournisseur ${route}`,
    messages: (country: string) => `SMS vers ${country}`,
  },
  {
    accounts: {
      available: 'Available balance',
      held: 'Amount held',
      fees: 'Our fees',
      funding: 'Funding',
      suspense: 'Suspense',
      treasury: 'Our bank',
    },
    provider: (route) => `Provider ${route}`,
    messages: (country) => `SMS to ${country}`,
  },
);

/** An account that is not known yet stays as it is. */
export function useLedgerAccountWords(): (account: string) => string {
  const { accounts, provider, messages } = useTexts(texts);
  return (account) => {
    const [, kind, name = ''] = /^(provider|sms):(.+)$/.exec(account) ?? [];
    if (kind !== undefined) return kind === 'provider' ? provider(name) : messages(name);
    return account in accounts ? accounts[account as keyof typeof accounts] : account;
  };
}
