// What checking and compiling the operator's documents needs: the connectors that a payment route
// or an SMS carrier connection can name, and what their configuration may refer to.

import { paymentConnectors, smsConnectors } from '@jokko/connectors';
import type { SmsConnector } from '@jokko/connectors/kit';
import type { Config } from '../config/config.ts';
import type { ListedConnector } from '../../cli/context.ts';
import { ConfigurationError } from '../../cli/errors.ts';
import type { Log } from '../../platform/log.ts';
import {
  catalogueDocument,
  simulatorAccounts,
  type RouteSettings,
} from '../../payments/catalogue/index.ts';
import type { SecretBox } from '../../platform/documents/index.ts';
import {
  carrierConnectionSecretContext,
  routeSecretContext,
} from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Provider } from '../../payments/operations/index.ts';
import { routingDocument, type ConnectionSettings } from '../../messaging/routing/index.ts';

/** The program's own payment connectors and those that the operator has added. */
const paymentConnectorsOf = ({ ownConnectors }: Config): RouteSettings['connectors'] => ({
  ...paymentConnectors,
  ...Object.fromEntries(
    ownConnectors.flatMap(({ carries, connector }) =>
      carries === 'payments' ? [[connector.name, connector]] : [],
    ),
  ),
});

/** The same for SMS. */
const smsConnectorsOf = ({ ownConnectors }: Config): ConnectionSettings['connectors'] => ({
  ...smsConnectors,
  ...Object.fromEntries(
    ownConnectors.flatMap(({ carries, connector }) =>
      carries === 'SMS' ? [[connector.name, connector]] : [],
    ),
  ),
});

/** The connector that a carrier connection names; undefined: there is none. */
export function smsConnectorOf(config: Config): (name: string) => SmsConnector | undefined {
  const connectors = smsConnectorsOf(config);
  return (name) => (Object.hasOwn(connectors, name) ? connectors[name] : undefined);
}

/**
 * The configuration with the connectors that it names, loaded and checked. Throws a
 * ConfigurationError that lists every problem.
 */
export async function withOwnConnectors(config: Config, log: Log): Promise<Config> {
  const { connectorPackages } = config;
  if (connectorPackages.length === 0) return config;
  const { loadOwnConnectors } = await import('../own-connectors/index.ts');
  const { loaded, problems } = await loadOwnConnectors(connectorPackages, {
    base: process.cwd(),
    taken: [...Object.keys(paymentConnectors), ...Object.keys(smsConnectors)],
    report: (level, message, details) => log[level](details ?? {}, message),
  });
  if (problems.length > 0)
    throw new ConfigurationError(
      ['JOKKO_CONNECTORS names what cannot be used:', ...problems.map((each) => `  ${each}`)].join(
        '\n',
      ),
    );
  const protocols = loaded
    .map(({ package: { simulator } }) => simulator)
    .filter((file) => file !== null);
  return { ...config, ownConnectors: loaded, simulator: { ...config.simulator, protocols } };
}

/** All of them: the program's own first. */
export async function listConnectors(config: Config, log: Log): Promise<ListedConnector[]> {
  const { ownConnectors } = await withOwnConnectors(config, log);
  const listed = (
    { name, configForm }: Pick<SmsConnector, 'name' | 'configForm'>,
    carries: ListedConnector['carries'],
    from: string | null,
  ): ListedConnector => ({ name, carries, from, fields: configForm.map((field) => field.name) });
  return [
    ...Object.values(paymentConnectors).map((each) => listed(each, 'payments', null)),
    ...Object.values(smsConnectors).map((each) => listed(each, 'SMS', null)),
    ...ownConnectors.map((each) => listed(each.connector, each.carries, each.package.folder)),
  ];
}

/**
 * What checking, importing and compiling a catalogue needs. In live mode, and while no simulator
 * runs, no variable is known.
 */
export function routeSettings(config: Config, secrets: Secrets): RouteSettings {
  const variables = simulatorVariables(config);
  return {
    mode: config.mode,
    connectors: paymentConnectorsOf(config),
    variables,
    secrets: secretBox(secrets, routeSecretContext),
  };
}

/** Whether a provider is the simulator of this sandbox: all addresses of its route are there. */
export function leadsToSimulator(
  { mode, simulatorUrl }: Pick<Config, 'mode' | 'simulatorUrl'>,
  { connector, config }: Pick<Provider, 'connector' | 'config'>,
): boolean {
  if (mode !== 'sandbox' || simulatorUrl === null) return false;
  const addresses = connector.configForm
    .filter(({ type }) => type === 'url')
    .map(({ name }) => config[name])
    .filter((address) => address !== undefined);
  return (
    addresses.length > 0 && addresses.every((each) => String(each).startsWith(`${simulatorUrl}/`))
  );
}

/** The same for the routing of SMS. */
export function connectionSettings(config: Config, secrets: Secrets): ConnectionSettings {
  const variables = { ...simulatorVariables(config), ...smppVariables(config) };
  return {
    connectors: smsConnectorsOf(config),
    variables,
    secrets: secretBox(secrets, carrierConnectionSecretContext),
  };
}

/** What the operator keeps, by its name. */
export function operatorDocuments(config: Config, secrets: Secrets) {
  return {
    catalogue: catalogueDocument(routeSettings(config, secrets)),
    'sms-routing': routingDocument(connectionSettings(config, secrets)),
  };
}

function simulatorVariables({ simulatorUrl, simulator }: Config): { [name: string]: string } {
  if (simulatorUrl === null) return {};
  return {
    ...simulatorAccounts,
    SIMULATOR_URL: simulatorUrl,
    SIMULATOR_API_KEY: simulator.apiKey,
    SIMULATOR_NOTICE_SECRET: simulator.noticeSecret,
  };
}

/** None if the simulator runs elsewhere and its port is not configured. */
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
