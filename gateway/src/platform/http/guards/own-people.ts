// Decides whether only this machine's own people reach the gateway: the one place that does. Where
// it listens says little, since a proxy on the same machine speaks for the world (HOST alone is no
// proof), so that what is configured and what requests say counts as well.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackAddress, isThisMachine } from '../../outbound/guard.ts';

/**
 * By which proxies, load balancers and delivery networks say that, or for whom, they speak. Some
 * send nothing else.
 */
const proxyHeaders: ReadonlySet<string> = new Set([
  ...['forwarded', 'via', 'cdn-loop', 'x-real-ip', 'x-amz-cf-id', 'x-originating-ip'],
  ...['client-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'x-proxyuser-ip'],
  ...['proxy-client-ip', 'wl-proxy-client-ip', 'fastly-client-ip', 'fly-client-ip'],
  ...['x-nf-client-connection-ip', 'do-connecting-ip', 'x-appengine-user-ip'],
]);
/** Headers that their makers name after themselves. */
const proxyPrefixes = ['x-forwarded', 'x-original-', 'cf-', 'cloudfront-', 'x-envoy-', 'x-azure-'];

/** Whether somebody says that it speaks for another, listed or not. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  for (const name in headers)
    if (proxyHeaders.has(name) || proxyPrefixes.some((prefix) => name.startsWith(prefix)))
      return true;
  return false;
}

/**
 * A page of another site can lead a browser of this machine here by a name of its own: the name
 * then says so.
 */
function namesAnother({ headers: { host } }: Pick<FastifyRequest, 'headers'>): boolean {
  if (host === undefined) return false;
  return !isThisMachine(host.replace(/:\d{0,5}$/, ''));
}

/**
 * Whether the request is of a program on this machine that asked for this machine, and not of one
 * for whom a proxy speaks.
 */
export const isOfThisMachine = (request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
  isLoopbackAddress(request.socket.remoteAddress ?? '') &&
  !isForwarded(request) &&
  !namesAnother(request);

/** Where a node listens, and what is said of whom it serves. */
export interface ServedPlace {
  host: string;
  publicUrl: string | null;
  trustedProxies: readonly string[];
}

/**
 * Whether nobody but a program on this machine can connect; whom such a program speaks for is
 * another question.
 */
export const listensToThisMachine = ({ host }: Pick<ServedPlace, 'host'>): boolean =>
  isThisMachine(host);

export interface OwnPeople {
  /** Whether only this machine's people reach the gateway, as far as anything has shown. */
  areAlone(): boolean;
  /** Looks at a request. True: it is the first one that is not of this machine. */
  note(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean;
}

/** Once a stranger has come, it stays so until the node starts again. */
export function watchOwnPeople({ host, publicUrl, trustedProxies }: ServedPlace): OwnPeople {
  let areAlone =
    listensToThisMachine({ host }) &&
    trustedProxies.length === 0 &&
    (publicUrl === null || isThisMachine(new URL(publicUrl).hostname));
  return {
    areAlone: () => areAlone,
    note(request) {
      if (!areAlone || isOfThisMachine(request)) return false;
      areAlone = false;
      return true;
    },
  };
}

/** Before anything is done for the request. */
export function noteStrangers(app: FastifyInstance, people: OwnPeople, report: () => void): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (people.note(request)) report();
    done();
  });
}
