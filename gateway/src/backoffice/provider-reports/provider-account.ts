// Groups routes by our account at the provider: it has one balance and one statement, however many
// routes lead to it.

import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { Provider, Providers } from '../../payments/operations/index.ts';

export interface ProviderAccount {
  /** The first by name: reports are kept under it. */
  route: string;
  /** All of them, with the first. */
  routes: string[];
  provider: Provider;
}

/** The accounts of all routes that have a usable connector. */
export function providerAccounts(providers: Providers, catalogue: Catalogue): ProviderAccount[] {
  const usable = catalogue.routes
    .map(({ name }) => name)
    .toSorted()
    .flatMap((route) => {
      const provider = providers.of(catalogue, route);
      return provider === null ? [] : [{ route, provider }];
    });
  return [...Map.groupBy(usable, ({ provider }) => provider.counterparty).values()].map((same) => ({
    ...same[0]!,
    routes: same.map(({ route }) => route),
  }));
}
