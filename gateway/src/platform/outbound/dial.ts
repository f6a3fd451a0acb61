// Opens one connection: resolves the name, checks every address, connects, checks the address
// again, does TLS with the normal checks, and compares the key with the pins. What was seen and
// how long each phase took is kept for the request that opened it.

import { defined } from '@jokko/contract';
import type { X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { blockedTargetCode, pinMismatchCode } from './error-class.ts';
import type { AddressGuard } from './guard.ts';
import { pinOf, type PinSet } from './pin.ts';
import type { Resolver } from './resolver.ts';
import { keepCertificate } from './tls.ts';
import { environment } from '../environment.ts';

export interface DialSettings {
  guard: AddressGuard;
  resolver: Resolver;
  /** Made once: building one for each connection costs a third of the handshakes. */
  secureContext: SecureContext;
  /**
   * Before each connection: lets the guard know the addresses of the gateway's own names. Does not
   * reject.
   */
  learnOwnAddresses?(): Promise<void>;
}

export interface Target {
  /** As the URL has it, an IPv6 address without its brackets. */
  hostname: string;
  port: number;
  tls: boolean;
  pins: PinSet | null;
}

export type DialPhase = 'dns' | 'connect' | 'tls' | 'open';

/** One attempt to connect, as far as it came. */
export interface Dialled {
  phase: DialPhase;
  /** What was connected to. */
  address: string | null;
  /** The time of each phase in ms, null when it was not reached or there is none. */
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  tlsVersion: string | null;
  /** The receiver's own certificate and its pin. */
  certificate: X509Certificate | null;
  pinSeen: string | null;
  /** Breaks the attempt off. */
  abort(): void;
}

type Opened = (error: Error | null, socket: Socket | null) => void;

/** `opened` is called once, unless the attempt is broken off. */
export function dial(settings: DialSettings, target: Target, opened: Opened): Dialled {
  const startedAt = environment.monotonic();
  let aborted = false;
  let socket: Socket | null = null;
  const dialled: Dialled = {
    phase: 'dns',
    address: null,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    tlsVersion: null,
    certificate: null,
    pinSeen: null,
    abort() {
      aborted = true;
      socket?.destroy();
    },
  };
  const fail = (error: Error) => {
    if (!aborted) opened(error, null);
    dialled.abort();
  };
  const open = (lookup?: LookupFunction) => {
    if (aborted) return;
    dialled.phase = 'connect';
    socket = start(settings, target, lookup);
    watch({ socket, settings, target, dialled, startedAt: environment.monotonic(), fail, opened });
  };
  if (target.pins !== null && !target.tls) {
    // Pins concern a TLS key: without TLS none is presented.
    process.nextTick(fail, pinMismatch());
    return dialled;
  }
  const isLiteral = isIP(target.hostname) !== 0;
  approvedLookup(settings, target).then((lookup) => {
    if (!isLiteral) dialled.dnsMs = environment.monotonic() - startedAt;
    open(lookup);
  }, fail);
  return dialled;
}

/**
 * The look-up for a socket that connects to `hostname` and `port`, undefined for a plain address.
 * It answers the very addresses that were checked here: a name that says something else the next
 * time changes nothing. Rejects when the target may not be called or has no address.
 */
export async function approvedLookup(
  { guard, resolver, learnOwnAddresses }: DialSettings,
  { hostname, port }: Pick<Target, 'hostname' | 'port'>,
) {
  await learnOwnAddresses?.();
  if (isIP(hostname) !== 0) {
    // Node asks no look-up for an address.
    if (!guard.mayConnect(hostname, port)) throw blockedTarget();
    return undefined;
  }
  if (!guard.mayName(hostname, port)) throw blockedTarget();
  const addresses = await resolver.resolve(hostname);
  if (!addresses.every(({ address }) => guard.mayConnect(address, port))) throw blockedTarget();
  const lookup: LookupFunction = (_name, options, callback) => {
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
  return lookup;
}

function start(
  { secureContext }: DialSettings,
  { hostname, port, tls }: Target,
  lookup?: LookupFunction,
): Socket {
  const options = {
    host: hostname,
    port,
    noDelay: true,
    keepAlive: true,
    ...defined({ lookup }),
  };
  if (!tls) return connectTcp(options);
  // No session is ever resumed: a resumed one shows no certificate, so neither pins nor its expiry
  // would be checked.
  const servername = isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
  return keepCertificate(
    connectTls({ ...options, servername, secureContext, ALPNProtocols: ['http/1.1'] }),
  );
}

interface Watched {
  socket: Socket;
  settings: DialSettings;
  target: Target;
  dialled: Dialled;
  startedAt: number;
  fail(error: Error): void;
  opened: Opened;
}

function watch({ socket, settings, target, dialled, startedAt, fail, opened }: Watched): void {
  const done = () => {
    dialled.phase = 'open';
    socket.removeListener('error', fail);
    opened(null, socket);
  };
  socket.once('error', fail);
  socket.once('connect', () => {
    dialled.connectMs = environment.monotonic() - startedAt;
    dialled.address = socket.remoteAddress ?? null;
    if (dialled.address === null || !settings.guard.mayConnect(dialled.address, target.port))
      return fail(blockedTarget());
    if (!target.tls) return done();
    dialled.phase = 'tls';
  });
  socket.once('secureConnect', () => {
    dialled.tlsMs = environment.monotonic() - startedAt - (dialled.connectMs ?? 0);
    look(socket as TLSSocket, dialled);
    if (target.pins !== null && !target.pins.pins.has(dialled.pinSeen ?? ''))
      return fail(pinMismatch());
    done();
  });
}

function look(socket: TLSSocket, dialled: Dialled): void {
  dialled.tlsVersion = socket.getProtocol();
  dialled.certificate = socket.getPeerX509Certificate() ?? null;
  if (dialled.certificate !== null) dialled.pinSeen = pinOf(dialled.certificate.publicKey);
}

export const blockedTarget = () =>
  Object.assign(new Error('the target may not be called'), { code: blockedTargetCode });
const pinMismatch = () =>
  Object.assign(new Error('the key of the receiver is not among its pins'), {
    code: pinMismatchCode,
  });
