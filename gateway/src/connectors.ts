// Which provider protocols can a route name, and what may a route's configuration refer to?

import { gsmaConnector } from '@jokko/connector-gsma';
import type { Connector } from '@jokko/connector-kit';
import { sandboxConnector } from '@jokko/connector-sandbox';
import type { Config } from './config.ts';
import type { RouteSettings } from './domain/catalogue/index.ts';
import type { SecretBox } from './domain/documents/index.ts';
import { routeSecretContext } from './domain/secrets/index.ts';
import type { Secrets } from './domain/secrets/index.ts';

// Each connector checks a configuration (`checkConfig`) before it reads it as its own type.
const connectors: { readonly [name: string]: Connector } = {
  gsma: gsmaConnector as unknown as Connector,
  sandbox: sandboxConnector as unknown as Connector,
};

/** What checking, importing and compiling a catalogue needs. In live mode, and while no simulator runs, no variable is known. */
export function routeSettings(config: Config, secrets: Secrets): RouteSettings {
  const { simulatorUrl, simulator, mode } = config;
  const variables =
    simulatorUrl === null
      ? {}
      : { SIMULATOR_URL: simulatorUrl, SIMULATOR_API_KEY: simulator.apiKey, SIMULATOR_NOTICE_SECRET: simulator.noticeSecret };
  return { mode, connectors, variables, secrets: secretBox(secrets) };
}

function secretBox(secrets: Secrets): SecretBox {
  return {
    seal: (plain) => secrets.seal(plain, routeSecretContext).toString('base64'),
    open(sealed) {
      try {
        return secrets.unseal(Buffer.from(sealed, 'base64'), routeSecretContext);
      } catch {
        return null;
      }
    },
  };
}
