// Restricts a key to a scope, a list of services and a list of addresses. Each is parsed once,
// when the key is loaded, and costs an unrestricted key nothing per request.

import { createAddressList, type AddressList } from './address-list.ts';

export const keyScopes = ['full', 'no-refunds', 'read-only', 'listen'] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * What a request does: look something up, make or change something, give money back or call a
 * payment off, hear signed callbacks.
 */
export type Permission = 'read' | 'write' | 'refund' | 'listen';

/** Limits of a key as they are kept. */
export interface KeyLimits {
  scope: KeyScope;
  /** Codes of the services it may be used for; null: every service of the account. */
  services: string[] | null;
  /** Addresses and CIDR ranges it may be used from; null: any. */
  allowFrom: string[] | null;
}

/** The same, ready to be asked. */
export interface KeyAccess {
  id: number;
  scope: KeyScope;
  services: ReadonlySet<string> | null;
  allowFrom: AddressList | null;
}

export const unlimited: KeyLimits = { scope: 'full', services: null, allowFrom: null };

const permissions: { readonly [scope in KeyScope]: readonly Permission[] } = {
  full: ['read', 'write', 'refund'],
  'no-refunds': ['read', 'write'],
  'read-only': ['read'],
  listen: ['read', 'listen'],
};

export function compileAccess(id: number, { scope, services, allowFrom }: KeyLimits): KeyAccess {
  return {
    id,
    scope,
    services: services === null ? null : new Set(services),
    allowFrom: allowFrom === null ? null : createAddressList(allowFrom),
  };
}

export function permits(scope: KeyScope, permission: Permission): boolean {
  return permissions[scope].includes(permission);
}
