// The services that an account's key may use now.

import type { Account, KeyAccess } from '../accounts/index.ts';
import type { Catalogue, Service } from './service.ts';

export interface ListingDeps {
  catalogue(): Catalogue;
  hasProvider(route: string): boolean;
}

/** In the order of the catalogue, without what is switched off. */
export function listedServices(
  { catalogue, hasProvider }: ListingDeps,
  account: Pick<Account, 'services'>,
  access: Pick<KeyAccess, 'services'>,
): Service[] {
  return catalogue().services.filter(
    ({ code, route, off }) =>
      !off &&
      account.services.has(code) &&
      (access.services?.has(code) ?? true) &&
      hasProvider(route),
  );
}
