// What the payments interface needs of a node: for the accounts of one database.

import {
  createAddresses,
  createAddressList,
  createFirstHmacUses,
  createKeyUses,
} from '../../payments/accounts/index.ts';
import { createStatusReader } from '../../payments/operations/index.ts';
import { createLostAnswers } from '../../payments/integration-tests/index.ts';
import { numberInfo } from '../../messaging/routing/index.ts';
import { createTypicalTimes } from '../../payments/route-health/index.ts';
import type { Admission } from '../../platform/http/guards/admission.ts';
import type { BodyReader } from '../../platform/http/guards/body.ts';
import { createCors } from '../../platform/http/guards/cors.ts';
import type { Core } from './core.ts';
import type { PaymentsDeps } from './http-payments.ts';
import type { GatewayOptions } from './options.ts';

export function paymentsDeps(
  { config, database, log, secrets }: GatewayOptions,
  core: Core,
  { admission, bodies }: { admission: Admission; bodies: BodyReader },
  publicUrl: string,
): PaymentsDeps {
  const { directory, catalogue, providers, clock, initiate } = core;
  const addresses = createAddresses(database, clock.now);
  const keyUses = createKeyUses(database, clock.now);
  const trusted = createAddressList(config.trustedProxies);
  return {
    directory,
    owners: core.peers,
    catalogue,
    cors: createCors(config.corsOrigins),
    bodies,
    log,
    cardNumbersRefused: config.mode !== 'sandbox',
    requestLog: core.requestLog,
    noteUse(accountId, keyId, address) {
      if (address !== null) addresses.note(accountId, address);
      keyUses.note(keyId);
    },
    signingSecretsOf: core.signingSecretsOf,
    noteFirstHmacUse: createFirstHmacUses(database, (error) =>
      log.warn({ reason: String(error) }, 'first use of a secret not recorded'),
    ),
    replayProtection: core.replayProtection,
    publicUrl,
    hasProvider: (route) => providers.of(catalogue(), route) !== null,
    numberInfo: (e164) => numberInfo(database, core.smsRouting(), e164),
    typicalSeconds: createTypicalTimes(database),
    database,
    providers,
    initiate,
    lostAnswers: config.mode === 'sandbox' ? createLostAnswers(database) : null,
    certificateKey: secrets.certificateKey,
    refreshCatalogue: core.refreshCatalogue,
    feedCursor: core.feedCursor,
    feedWatch: core.feedWatch,
    signCallback: core.signCallback,
    streamNeeds: config.mode === 'live' ? 'listen' : 'read',
    statuses: createStatusReader(database),
    admission,
    statusLimits: core.statusLimits,
    statusRequestsPerMinute: config.statusLimits.perMinute,
    statusBlockSeconds: Math.ceil(config.statusLimits.blockMs / 1_000),
    accountsOfAddress: addresses.accountsAt,
    isTrustedProxy: trusted.has,
    now: clock.now,
    wallNow: clock.wallNow,
  };
}
