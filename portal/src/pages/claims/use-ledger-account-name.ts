// Names an account of the ledger by its code, `available` or `provider:OM_SN`.

import { useMessages } from '../../language/index.ts';
import { ledgerMessages } from './ledger-messages.ts';

/** An account that is not known yet stays as it is. */
export function useLedgerAccountName(): (account: string) => string {
  const { accounts, provider, messages } = useMessages(ledgerMessages);
  return (account) => {
    const [, kind, name = ''] = /^(provider|sms):(.+)$/.exec(account) ?? [];
    if (kind !== undefined) return kind === 'provider' ? provider(name) : messages(name);
    return account in accounts ? accounts[account as keyof typeof accounts] : account;
  };
}
