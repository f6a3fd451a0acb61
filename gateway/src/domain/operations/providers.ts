// Through which configured connector does a route speak? One provider per route of the catalogue, with its own limits, tokens and notices'
// secret path.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createTokenCache } from '@jokko/connector-kit';
import type { Capabilities, Connector, Context, HttpRequest, HttpResult, Intent, OperationKind } from '@jokko/connector-kit';
import type { Catalogue } from '../catalogue/index.ts';
import type { CardVault } from './card-vault.ts';
import type { Facts } from './operation.ts';

export interface Provider {
  route: string;
  connector: Connector;
  config: { [field: string]: unknown };
  capabilities: Capabilities;
  /** Who is asked there, and about which account of ours; kept with each attempt. */
  counterparty: string;
  context: Context<{ [field: string]: unknown }>;
}

export interface ProviderDeps {
  connectors: { [name: string]: Connector };
  call(request: HttpRequest): Promise<HttpResult>;
  vault: CardVault;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }): void;
  /** Key of the secret paths that providers post notices to. */
  noticeKey: Buffer;
  publicUrl: string;
}

export interface Providers {
  /** The provider of a route, or null when the route has no usable connector. */
  of(catalogue: Catalogue, route: string): Provider | null;
  /** What the core orders from a provider for an operation. */
  intentOf(catalogue: Catalogue, facts: Facts): Intent;
  /** Whether the secret part of a notice's path is the route's. */
  isNoticeSecret(route: string, secret: string): boolean;
}

const payerWindowMs = 15 * 60_000;

export function createProviders(deps: ProviderDeps): Providers {
  let version = -1;
  let byRoute = new Map<string, Provider | null>();
  const secrets = new Map<string, string>();
  const secretOf = (route: string): string => {
    let secret = secrets.get(route);
    // Routes named by a stranger's address are not remembered.
    if (secret === undefined) secret = createHmac('sha256', deps.noticeKey).update(route).digest('hex').slice(0, 32);
    if (byRoute.has(route)) secrets.set(route, secret);
    return secret;
  };
  return {
    of(catalogue, route) {
      if (catalogue.version !== version) {
        version = catalogue.version;
        byRoute = new Map();
      }
      let provider = byRoute.get(route);
      if (provider === undefined) {
        provider = createProvider(catalogue, route, deps);
        byRoute.set(route, provider);
      }
      return provider;
    },
    intentOf(catalogue, facts) {
      const service = catalogue.service(facts.codeService);
      // Without a page of ours nobody returns; the address must be one all the same.
      const returnUrl = facts.linkToken === null ? `${deps.publicUrl}/` : `${linkUrl(deps.publicUrl, facts)}/return?result=`;
      return {
        transactionId: facts.id,
        kind: service?.kind ?? kindWithoutService(facts),
        codeService: facts.codeService,
        country: service?.country ?? '',
        amount: facts.amount,
        currency: facts.currency,
        phone: facts.phone,
        urls: {
          notify: `${deps.publicUrl}/providers/${encodeURIComponent(facts.route)}/${secretOf(facts.route)}`,
          success: `${returnUrl}success`,
          error: `${returnUrl}error`,
        },
        payerWindowMs,
        extra: facts.details.extra,
      };
    },
    isNoticeSecret(route, secret) {
      const expected = Buffer.from(secretOf(route));
      const given = Buffer.from(secret);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** The payer's page of an operation that has one (rule O11). */
export function linkUrl(publicUrl: string, facts: Facts): string {
  return `${publicUrl}/deep/${facts.id}-${facts.accountId.toString(36)}-${facts.linkToken}`;
}

/** A service removed from the catalogue while operations are under way: its direction and extra fields still tell what it was. */
function kindWithoutService(facts: Facts): OperationKind {
  switch (facts.details.extra.type) {
    case 'card':
      return 'card';
    case 'bill':
      return 'bill_pay';
    case 'reload':
      return 'reload';
    case 'bank':
      return 'bank_transfer';
    case 'chat':
      return 'chat';
    case 'remit_send':
      return 'remit_send';
    case 'remit_receive':
      return 'remit_receive';
    case 'none':
      return 'airtime';
    case 'wallet':
      return facts.direction === 'CREDIT' ? 'collect' : 'payout';
  }
}

function createProvider(catalogue: Catalogue, routeName: string, deps: ProviderDeps): Provider | null {
  const route = catalogue.route(routeName);
  const connector = route === undefined ? undefined : deps.connectors[route.connector];
  if (route === undefined || connector === undefined || connector.checkConfig(route.config).length > 0) return null;
  const context: Provider['context'] = {
    config: route.config,
    http: (request) => deps.call(request),
    now: () => Date.now(),
    log: deps.log,
    card: (handle) => deps.vault.read(handle),
    token: createTokenCache(),
  };
  const { config, counterparty } = route;
  return { route: routeName, connector, config, capabilities: connector.capabilities(config), counterparty, context };
}
