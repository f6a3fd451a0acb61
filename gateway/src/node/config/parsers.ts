// Parsers of environment variables. Each throws a sentence that says what is wrong with the value.

import { X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { withoutEnd } from '@jokko/contract';
import { readServerUrls } from '../../platform/db/server-urls.ts';
import { networksProblem } from '../../platform/outbound/networks.ts';

const secretKeyBytes = 32;

export function parseInteger(text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
  return value;
}

/** SMPP allows so many characters. */
export function parseShort(text: string, most: number): string {
  if (text.length > most) throw new Error(`must not be longer than ${most} characters`);
  return text;
}

export function parseChoice<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
  return choice;
}

export function parseHost(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text))
    throw new Error('must be an address or a host name');
  return text;
}

export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain =
    url !== null &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (!plain || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error('must be an absolute http or https URL without query, fragment or user');
  }
  return withoutEnd(url.href, '/');
}

/**
 * Pages, redirects, cookies and the addresses that providers call begin at the root of their host,
 * so a path would work on some of them and break the others.
 */
export function parsePublicUrl(text: string): string {
  const base = parseBaseUrl(text);
  const { origin } = new URL(base);
  if (base !== origin)
    throw new Error(
      `must not have a path: use ${origin}, and give the gateway a host name of its own at your proxy`,
    );
  return base;
}

export function parseSmtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain =
    url !== null && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '';
  if (!plain || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:'))
    throw new Error('must be smtp://user:password@host:port or smtps://user:password@host:port');
  return text;
}

/** An address, or `Name <address>`. */
export function parseMailFrom(text: string): string {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text;
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
    throw new Error('must be an e-mail address, or Name <address>');
  return text;
}

export function parseDatabaseUrl(text: string): string {
  readServerUrls(text);
  return text;
}

export function parseSecretKey(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== secretKeyBytes || bytes.toString('base64') !== text)
    throw new Error('must be the base64 of exactly 32 bytes');
  if (bytes.every((byte) => byte === bytes[0]))
    throw new Error('is not random: use openssl rand -base64 32');
  return bytes;
}

export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function parseOrigin(text: string): string {
  if (text !== '*' && !(URL.canParse(text) && new URL(text).origin === text))
    throw new Error(`${text} is not an origin such as https://site.example`);
  return text;
}

export function parseRange(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (version === 0 || !prefixFits || rest.length > 0)
    throw new Error(`${text} is not an address or a CIDR range`);
  return text;
}

export function parseNetworks(text: string): string[] {
  const networks = parseList(text).map(parseRange);
  const problem = networksProblem(networks);
  if (problem !== null) throw new Error(problem);
  return networks;
}

export function parseCertificates(path: string): string[] {
  const blocks = parseFile(path)
    .toString('latin1')
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (blocks === null) throw new Error('contains no certificate in PEM format');
  for (const block of blocks)
    if (!isCertificate(block)) throw new Error('contains a certificate that cannot be read');
  return blocks;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

export function parseDnsServers(text: string): string[] {
  const servers = parseList(text);
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new Error(
      'must be a comma-separated list of addresses, each with an optional port (127.0.0.1:5353)',
    );
  }
  return servers;
}

export function parseNodeId(text: string): string {
  if (!/^[\w.:-]{1,100}$/.test(text))
    throw new Error('must be 1 to 100 letters, digits, dots, colons, dashes or underscores');
  return text;
}

export function parseFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, {
      cause: error,
    });
  }
}
