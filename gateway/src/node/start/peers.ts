// The other nodes of the installation: which of them an account belongs to, and the way there. A
// node that cannot be reached is left out; its accounts are then written from here, too.

import { networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';
import { isThisMachine } from '../../platform/outbound/guard.ts';
import type { OwnService } from '../../platform/outbound/own-services.ts';
import type { KnownNode, NodeLease } from './leases.ts';
import type { GatewayOptions } from './options.ts';
import { webServiceAt } from './own-services.ts';
import {
  openLink,
  rememberOwners,
  seedOf,
  startPeerServer,
  type AnswerHandedOn,
  type Link,
  type LinkAnswer,
  type PeerServer,
} from '../../platform/peers/index.ts';

/** Made of the pepper, so it outlives a change of the key-encryption key. */
const keyPurpose = 'jokko/between-nodes/1';

export interface Peers {
  /**
   * The way to the node that the account belongs to; null: it is this one, or cannot be reached.
   */
  linkTo(accountId: number): Link | null;
  /** Told what became of each request that was handed on. */
  note(outcome: LinkAnswer['type']): void;
  /** How many had which outcome, since the start. */
  readonly outcomes: { readonly [outcome in LinkAnswer['type']]: number };
  /** Told with each heartbeat which nodes there are. */
  update(nodes: readonly KnownNode[]): void;
  /** From now on takes what others hand on. */
  serve(answer: AnswerHandedOn): Promise<void>;
  /** Takes nothing more; what is under way is answered. */
  stopServing(): Promise<void>;
  /** Hands nothing on any more. */
  close(): void;
}

interface PeerNode {
  incarnation: number;
  address: string;
  seed: number;
  /** Null: this node. */
  link: Link | null;
}

type PeerDeps = Pick<GatewayOptions, 'config' | 'secrets' | 'log' | 'services' | 'cell'>;

/**
 * What other nodes serve, their own requests where they listen on this machine: a proxy's address
 * is nothing of ours.
 */
const servicesOf = (nodes: readonly KnownNode[]): OwnService[] => [
  ...nodes.flatMap(({ address }) => (address === null ? [] : [readAddress(address)])),
  ...nodes
    .flatMap(({ portalUrl }) => (portalUrl === null ? [] : [webServiceAt(portalUrl)]))
    .filter(({ host }) => isThisMachine(host)),
];

export function createPeers(
  { config, secrets, log, services, cell = 0 }: PeerDeps,
  lease: Pick<NodeLease, 'incarnation' | 'notePeerAddress'>,
): Peers {
  const key = secrets.hashKey(keyPurpose);
  let places: PeerNode[] = [];
  let server: PeerServer | null = null;
  let stopped = false;
  const outcomes = { answer: 0, declined: 0, lost: 0 };
  let ownerOf = rememberOwners(places);
  const placeOf = ({ nodeId, incarnation }: KnownNode, address: string): PeerNode => {
    const known = places.find((place) => place.incarnation === incarnation);
    if (known?.address === address) return known;
    const isOwn = incarnation === lease.incarnation;
    const link = isOwn ? null : openLink(readAddress(address), incarnation, key);
    return { incarnation, address, seed: seedOf(nodeId), link };
  };
  const put = (next: PeerNode[]): void => {
    const gone = places.filter((place) => !next.includes(place));
    if (gone.length === 0 && next.length === places.length) return;
    places = next;
    ownerOf = rememberOwners(places);
    for (const { link } of gone) link?.close();
  };
  return {
    linkTo(accountId) {
      if (places.length < 2) return null;
      const link = ownerOf(accountId)?.link ?? null;
      return link?.isUsable() === true ? link : null;
    },
    note: (outcome) => void outcomes[outcome]++,
    outcomes,
    update(nodes) {
      if (stopped) return;
      const living = nodes.filter(({ lives }) => lives);
      services.put(`nodes of cell ${cell}`, servicesOf(living));
      put(living.flatMap((node) => (node.address === null ? [] : [placeOf(node, node.address)])));
    },
    async serve(answer) {
      if (config.peerPort === null) return;
      const place = { host: listeningHost(config), port: config.peerPort };
      server = await startPeerServer(place, lease.incarnation, key, answer);
      services.put(`peer port of cell ${cell}`, [{ host: place.host, port: server.port }]);
      const address = `${reachableHost(config)}:${server.port}`;
      await lease.notePeerAddress(address);
      log.debug({ address }, 'takes what other nodes hand on');
    },
    async stopServing() {
      // Without it the others find out by themselves.
      if (server !== null) await lease.notePeerAddress(null).catch(() => {});
      await server?.close();
      server = null;
    },
    close() {
      stopped = true;
      put([]);
    },
  };
}

function readAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at), port: Number(address.slice(at + 1)) };
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

const listeningHost = ({ host, peerHost }: Config): string =>
  isWildcard(host) ? host : (peerHost ?? host);

function reachableHost({ host, peerHost }: Config): string {
  if (peerHost !== null) return peerHost;
  return isWildcard(host) ? firstAddress() : host;
}

/** The address of this machine, as others see it: IPv4 where there is one. */
function firstAddress(): string {
  const all = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (all.find(({ family }) => family === 'IPv4') ?? all[0])?.address ?? '127.0.0.1';
}
