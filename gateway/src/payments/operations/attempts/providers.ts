// Resolves the configured connector of a route. One provider per route of the catalogue, with its
// own limits, tokens and secret notice path.

import { timingSafeEqual } from 'node:crypto';
import { defined, kindOfExtra } from '@jokko/contract';
import { createTokenCache } from '@jokko/connectors/kit';
import type {
  Capabilities,
  Connector,
  Context,
  HttpRequest,
  HttpResult,
  Intent,
  StatementDay,
  StatementLine,
} from '@jokko/connectors/kit';
import type { Catalogue, PreviousConfig } from '../../catalogue/index.ts';
import type { CardVault } from './card-vault.ts';
import { noticeSecretOf, noticeUrl } from './notice-address.ts';
import type { OperationTerms } from '../model/operation.ts';
import { environment } from '../../../platform/environment.ts';

export interface Provider {
  route: string;
  connector: Connector;
  config: { [field: string]: unknown };
  capabilities: Capabilities;
  /** Earlier configurations whose secrets still authenticate notices. Absent: there are none. */
  previous?: readonly PreviousConfig[];
  /** An operation that the provider accepted and has not decided by then becomes a case. */
  resultWithinMs: number;
  /** The provider's address and our account there, stored with each attempt. */
  counterparty: string;
  context: Context<{ [field: string]: unknown }>;
  /** Reads the provider's record of a day, by a call or from files. Absent: there is no record. */
  statement?(day: string): AsyncIterable<StatementLine, StatementDay | void>;
}

/** Whether the provider can cancel a waiting operation of this kind. */
export const mayCancel = ({ connector, capabilities }: Provider, kind: Intent['kind']): boolean =>
  connector.cancel !== undefined &&
  capabilities.cancelPending &&
  capabilities.cancelOf?.includes(kind) !== false;

export interface ProviderDeps {
  connectors: { [name: string]: Connector };
  call(request: HttpRequest): Promise<HttpResult>;
  /** Milliseconds since 1970 on the database's clock, without the sandbox's advance. */
  wallNow(): number;
  /** Called with the duration of each call of a route. */
  onCall?(route: string, tookMs: number): void;
  vault: CardVault;
  /** Reads the record of a day from the provider's files. */
  statementOfFiles?(
    source: { route: string; connector: string; config: Provider['config'] },
    day: string,
  ): AsyncIterable<StatementLine, StatementDay>;
  log(
    level: 'info' | 'warn' | 'error',
    message: string,
    terms?: { [name: string]: string | number },
  ): void;
  /** Key of the secret paths to which providers post notices. */
  noticeKey: Buffer;
  publicUrl: string;
}

export interface Providers {
  /** The provider of a route, or null when the route has no usable connector. */
  of(catalogue: Catalogue, route: string): Provider | null;
  /** Returns the order that is sent to a provider for an operation. */
  intentOf(catalogue: Catalogue, terms: OperationTerms): Intent;
  /** Whether the secret part of a notice's path belongs to the route. */
  isNoticeSecret(route: string, secret: string): boolean;
}

const payerWindowMs = 15 * 60_000;

export function createProviders(deps: ProviderDeps): Providers {
  let version = -1;
  let byRoute = new Map<string, Provider | null>();
  const secrets = new Map<string, string>();
  const secretOf = (route: string): string => {
    let secret = secrets.get(route);
    // A route that only the address of a stranger's request names is not remembered.
    secret ??= noticeSecretOf(deps.noticeKey, route);
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
    intentOf(catalogue, terms) {
      const service = catalogue.service(terms.codeService);
      const product = service?.products[terms.route];
      // The URL is unused without our payment page, but must be valid.
      const returnUrl =
        terms.paymentPageToken === null
          ? `${deps.publicUrl}/`
          : `${paymentPageUrl(deps.publicUrl, terms)}/return?result=`;
      return {
        transactionId: terms.id,
        // Direction and extra fields still tell the kind of a service that was removed meanwhile.
        kind: service?.kind ?? kindOfExtra(terms.details.extra, terms.direction),
        codeService: terms.codeService,
        country: service?.country ?? '',
        amount: terms.amount,
        currency: terms.currency,
        phone: terms.phone,
        urls: {
          notify: noticeUrl(deps.publicUrl, terms.route, secretOf(terms.route)),
          success: `${returnUrl}success`,
          error: `${returnUrl}error`,
        },
        payerWindowMs,
        extra: terms.details.extra,
        ...defined({ product }),
      };
    },
    isNoticeSecret(route, secret) {
      const expected = Buffer.from(secretOf(route));
      const given = Buffer.from(secret);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Returns the payer's page of an operation that has one (rule O11). */
export function paymentPageUrl(publicUrl: string, terms: OperationTerms): string {
  return `${publicUrl}/deep/${terms.id}-${terms.accountId.toString(36)}-${terms.paymentPageToken}`;
}

function createProvider(
  catalogue: Catalogue,
  routeName: string,
  deps: ProviderDeps,
): Provider | null {
  const route = catalogue.route(routeName);
  const connector = route === undefined ? undefined : deps.connectors[route.connector];
  if (
    route === undefined ||
    connector === undefined ||
    connector.checkConfig(route.config).length > 0
  )
    return null;
  const context: Provider['context'] = {
    config: route.config,
    async http(request) {
      const began = environment.monotonic();
      try {
        return await deps.call(request);
      } finally {
        deps.onCall?.(routeName, environment.monotonic() - began);
      }
    },
    now: deps.wallNow,
    log: deps.log,
    card: (handle) => deps.vault.read(handle),
    token: createTokenCache(),
  };
  const { config, counterparty, previous = [], resultWithinMs } = route;
  return {
    route: routeName,
    connector,
    config,
    capabilities: connector.capabilities(config),
    previous: previous.filter((earlier) => connector.checkConfig(earlier.config).length === 0),
    resultWithinMs,
    counterparty,
    context,
    ...statementOf(connector, context, (day) => {
      const source = { route: routeName, connector: connector.name, config };
      return deps.statementOfFiles?.(source, day);
    }),
  };
}

function statementOf(
  { statement, files }: Connector,
  context: Provider['context'],
  ofFiles: (day: string) => ReturnType<NonNullable<Provider['statement']>> | undefined,
): Pick<Provider, 'statement'> {
  if (statement !== undefined) return { statement: (day) => statement(context, day) };
  if (files === undefined) return {};
  return {
    statement(day) {
      const rows = ofFiles(day);
      if (rows === undefined) throw new Error('files are not read here');
      return rows;
    },
  };
}
