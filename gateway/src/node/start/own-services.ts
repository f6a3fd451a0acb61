// Lists the installation's own services by host and port, which no callback may reach.

import type { Config } from '../config/config.ts';
import type { OwnService } from '../../platform/outbound/own-services.ts';
import type { MailServer } from '../../platform/mail/index.ts';
import { readServerUrls } from '../../platform/db/server-urls.ts';

const postgresPort = 5_432;
/** What the mail client takes where the URL names none. */
const smtpPort = 587;
const smtpsPort = 465;
/** A socket's address is a directory of this machine. */
const thisMachine = '127.0.0.1';

/**
 * `databaseUrl`: what is connected to, the embedded database included; null where that is not
 * known.
 */
export function ownServicesOf(
  config: Pick<
    Config,
    'host' | 'port' | 'opsHost' | 'opsPort' | 'simulatorUrl' | 'simulator' | 'mail'
  >,
  databaseUrl: string | null,
): OwnService[] {
  const { host, port, opsHost, opsPort, mail } = config;
  return [
    { host, port },
    ...(opsPort === null ? [] : [{ host: opsHost, port: opsPort }]),
    ...(mail === null ? [] : [mailServerOf(mail)]),
    ...simulatorOf(config),
    ...(databaseUrl === null ? [] : databasesOf(databaseUrl)),
  ];
}

function simulatorOf({
  simulatorUrl,
  simulator: { smppPort },
}: Pick<Config, 'simulatorUrl' | 'simulator'>): OwnService[] {
  if (simulatorUrl === null) return [];
  const web = webServiceAt(simulatorUrl);
  return smppPort === null ? [web] : [web, { host: web.host, port: smppPort }];
}

export function webServiceAt(url: string): OwnService {
  const { hostname: host, port, protocol } = new URL(url);
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

function mailServerOf({ url }: MailServer): OwnService {
  const { hostname: host, port, protocol } = new URL(url);
  return { host, port: Number(port || (protocol === 'smtps:' ? smtpsPort : smtpPort)) };
}

/** The servers of a database URL: of further cells, too. */
export const databasesOf = (databaseUrl: string): OwnService[] =>
  readServerUrls(databaseUrl).map(databaseOf);

/** One server, as the driver reads its URL: options win over the address. */
function databaseOf(text: string): OwnService {
  const url = new URL(text.replace(/(@|:\/\/)\//, '$1localhost/'));
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || postgresPort));
  return { host: host === '' || host.startsWith('/') ? thisMachine : host, port };
}
