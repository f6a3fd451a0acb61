// Tests how far an address can be reached: its name, a connection, encryption. Each step is
// separate, so that the failing one is reported. For addresses of providers, which only the
// operator names.

import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TlsOptions } from '@jokko/connectors/kit';
import { errorCode } from './http-client.ts';
import { keepCertificate, secureContextOf, type Trust } from './tls.ts';
import { environment } from '../environment.ts';
import { startDeadline } from '../system/deadline.ts';

export interface ReachTarget {
  host: string;
  port: number;
  tls: TlsOptions | null;
}
export type ReachStep = 'name' | 'connection' | 'encryption';
export interface Reached {
  step: ReachStep;
  ok: boolean;
  /** An address, a version of TLS, or the code of what went wrong. */
  detail: string;
  tookMs: number;
}

/** Every step up to the first that fails. Never throws; all of it within `timeoutMs`. */
export async function reach(
  target: ReachTarget,
  trust: Trust,
  timeoutMs: number,
): Promise<Reached[]> {
  const late = new AbortController();
  const deadline = late.signal;
  const allowed = startDeadline(timeoutMs, () => late.abort());
  const steps: Reached[] = [];
  let socket: Socket | null = null;
  const take = async (step: ReachStep, work: () => Promise<string>): Promise<boolean> => {
    const from = environment.monotonic();
    const [ok, detail] = await inTime(work(), deadline).then(
      (said) => [true, said] as const,
      (error: unknown) => [false, deadline.aborted ? 'ETIMEDOUT' : errorCode(error)] as const,
    );
    steps.push({ step, ok, detail, tookMs: Math.round(environment.monotonic() - from) });
    return ok;
  };
  try {
    if (isIP(target.host) === 0 && !(await take('name', () => addressesOf(target.host))))
      return steps;
    const connected = await take('connection', async () => {
      socket = connect({ host: target.host, port: target.port });
      await once(socket, 'connect');
      return `${socket.remoteAddress ?? target.host} port ${target.port}`;
    });
    if (connected && target.tls !== null) {
      const { tls } = target;
      await take('encryption', () => encrypt(socket!, { host: target.host, tls, trust }));
    }
    return steps;
  } finally {
    allowed.stop();
    (socket as Socket | null)?.destroy();
  }
}

async function addressesOf(host: string): Promise<string> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address).join(', ');
}

async function encrypt(
  socket: Socket,
  { host, tls, trust }: { host: string; tls: TlsOptions; trust: Trust },
): Promise<string> {
  const servername = tls.servername ?? (isIP(host) === 0 ? host : '');
  const { ca, cert, key } = tls;
  // A context of its own where there is anything to say beside the usual authorities.
  const secureContext =
    ca === undefined && cert === undefined
      ? trust.secureContext
      : secureContextOf(ca === undefined ? trust.authorities : [ca], { cert, key });
  const secure = keepCertificate(connectTls({ socket, servername, secureContext }));
  try {
    await once(secure, 'secureConnect');
    return secure.getProtocol() ?? 'TLS';
  } finally {
    secure.destroy();
  }
}

function once(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}

function inTime<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  const late = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new Error('the deadline has passed'));
    if (deadline.aborted) end();
    else deadline.addEventListener('abort', end, { once: true });
  });
  return Promise.race([work, late]);
}
