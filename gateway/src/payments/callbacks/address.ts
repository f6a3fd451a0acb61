// Decides whether a text is acceptable as a callback address. Only the text is checked at
// initiation (rule O4); names are checked at every connection (outbound/dial.ts), never here.

import { isIP } from 'node:net';
import type { AddressProblem, AddressReason, FieldFault, FieldProblem } from '@jokko/contract';
import { isThisMachine, type AddressGuard } from '../../platform/outbound/guard.ts';

export interface AddressPolicy {
  /** Which hosts this installation may call. */
  guard: AddressGuard;
  /** Live accounts need https unless the operator allows http. */
  httpAllowed: boolean;
}

/** Reserved: nothing listens there. */
const portOfNobody = 1_024;
const privilegedPortMax = 1_023;
const secondHttpsPort = 8_443;
/** Ports ≥ 1024 of well-known services that must never be spoken to by way of a callback. */
const refusedPorts = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5433, 5672, 5900, 5984, 6000, 6379,
  6443, 6667, 8500, 9042, 9200, 9300, 10250, 11211, 15672, 27017, 27018, 50070,
]);

/** What is wrong with a callback address, or null. */
export function callbackAddressProblem(text: string, policy: AddressPolicy): AddressProblem | null {
  const problem = problemOf(text, policy);
  return problem === null ? null : { problem, reason: reasonOf(text, policy) };
}

/**
 * The fault of a payment's or claim's member that holds a refused address; null: it is acceptable.
 */
export function callbackAddressFault(
  field: string,
  text: string,
  policy: AddressPolicy,
): FieldFault | null {
  const wrong = callbackAddressProblem(text, policy);
  if (wrong === null) return null;
  const { problem, reason } = wrong;
  return { field, problem, suggestion: { type: 'address', reason } };
}

/** `URL` has already turned every odd spelling of an address into its plain one. */
function problemOf(text: string, policy: AddressPolicy): FieldProblem | null {
  if (text.includes('\\') || /[\s\u0000-\u001f]/.test(text)) return 'notUrl';
  const url = URL.parse(text);
  if (url === null) return 'notUrl';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'notUrl';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'notUrl';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'urlNotAllowed';
  if (policy.guard.isAnsweredHere(url)) return null;
  if (url.protocol === 'http:' && !policy.httpAllowed) return 'notHttps';
  return isPortAllowed(url) && isHostAllowed(url, policy.guard) ? null : 'urlNotAllowed';
}

/** Told is what is seen in the text, and that a port is the gateway's. */
function reasonOf(text: string, { guard }: AddressPolicy): AddressReason {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\/[^/]/i.test(text)) return 'notAbsolute';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'credentials';
  if (!isPortAllowed(url)) return 'port';
  if (url.protocol === 'http:' && isHostAllowed(url, guard)) return 'notHttps';
  // This machine may be called but for the gateway's own ports. Nothing is told of other machines.
  if (!isThisMachine(plainHostOf(url))) return 'notPublic';
  const elsewhere = new URL(url);
  elsewhere.port = String(portOfNobody);
  return isHostAllowed(elsewhere, guard) ? 'ownService' : 'notPublic';
}

function isPortAllowed(url: URL): boolean {
  if (url.port === '') return true;
  const port = Number(url.port);
  if (port <= privilegedPortMax) return url.protocol === 'http:' ? port === 80 : port === 443;
  return port === secondHttpsPort || !refusedPorts.has(port);
}

const plainHostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** An address with a dot at its end is a name to `URL`, and an address to whoever resolves it. */
function isHostAllowed({ hostname, port, protocol }: URL, guard: AddressGuard): boolean {
  const host = plainHostOf({ hostname });
  const plainPort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return isIP(host) === 0 ? guard.mayName(host, plainPort) : guard.mayConnect(host, plainPort);
}
