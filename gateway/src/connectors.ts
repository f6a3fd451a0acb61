// Which provider protocols can a route or an SMS link name, and what may their configuration refer to?

import { gsmaConnector } from '@jokko/connector-gsma';
import type { Connector, SmsConnector } from '@jokko/connector-kit';
import { sandboxConnector } from '@jokko/connector-sandbox';
import { smppConnector } from '@jokko/connector-smpp';
import { smsHttpConnector } from '@jokko/connector-sms-http';
import type { Config } from './config.ts';
import { catalogueDocument, type RouteSettings } from './domain/catalogue/index.ts';
import type { SecretBox } from './domain/documents/index.ts';
import { linkSecretContext, routeSecretContext } from './domain/secrets/index.ts';
import type { Secrets } from './domain/secrets/index.ts';
import { routingDocument, type LinkSettings } from './domain/sms-routing/index.ts';

// Each connector checks a configuration (`checkConfig`) before it reads it as its own type.
const connectors: { readonly [name: string]: Connector } = {
  gsma: gsmaConnector as unknown as Connector,
  sandbox: sandboxConnector as unknown as Connector,
};
const smsConnectors: { readonly [name: string]: SmsConnector } = {
  smpp: smppConnector as unknown as SmsConnector,
  'sms-http': smsHttpConnector as unknown as SmsConnector,
};

/** The connector that a link names; undefined: there is none. */
export const smsConnectorOf = (name: string): SmsConnector | undefined =>
  Object.hasOwn(smsConnectors, name) ? smsConnectors[name] : undefined;

/** What checking, importing and compiling a catalogue needs. In live mode, and while no simulator runs, no variable is known. */
export function routeSettings(config: Config, secrets: Secrets): RouteSettings {
  const variables = simulatorVariables(config);
  return { mode: config.mode, connectors, variables, secrets: secretBox(secrets, routeSecretContext) };
}

/** The same for the routing of SMS. */
export function linkSettings(config: Config, secrets: Secrets): LinkSettings {
  const variables = { ...simulatorVariables(config), ...smppVariables(config) };
  return { connectors: smsConnectors, variables, secrets: secretBox(secrets, linkSecretContext) };
}

/** What the operator keeps, by its name. */
export function operatorDocuments(config: Config, secrets: Secrets) {
  return { catalogue: catalogueDocument(routeSettings(config, secrets)), 'sms-routing': routingDocument(linkSettings(config, secrets)) };
}

function simulatorVariables({ simulatorUrl, simulator }: Config): { [name: string]: string } {
  if (simulatorUrl === null) return {};
  return { SIMULATOR_URL: simulatorUrl, SIMULATOR_API_KEY: simulator.apiKey, SIMULATOR_NOTICE_SECRET: simulator.noticeSecret };
}

/** None where the simulator runs elsewhere and nobody told its port. */
function smppVariables({ simulatorUrl, simulator }: Config): { [name: string]: string | number } {
  if (simulatorUrl === null || simulator.smppPort === null) return {};
  return {
    SIMULATOR_SMPP_HOST: new URL(simulatorUrl).hostname.replace(/^\[|\]$/g, ''),
    SIMULATOR_SMPP_PORT: simulator.smppPort,
    SIMULATOR_SMPP_SYSTEM_ID: simulator.smppSystemId,
    SIMULATOR_SMPP_PASSWORD: simulator.smppPassword,
  };
}

/** Seals and opens the secrets of documents. */
export function secretBox(secrets: Secrets, context: string): SecretBox {
  return {
    seal: (plain) => secrets.seal(plain, context).toString('base64'),
    open(sealed) {
      try {
        return secrets.unseal(Buffer.from(sealed, 'base64'), context);
      } catch {
        return null;
      }
    },
  };
}
