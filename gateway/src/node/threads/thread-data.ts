// What a thread of a node is started with.

import type { OwnService } from '../../platform/outbound/own-services.ts';
import type { Config } from '../config.ts';

export interface ThreadData {
  /** From 1. */
  number: number;
  /** Without the connectors of the operator's own: a thread loads them itself. */
  config: Config;
  publicUrl: string;
  databaseUrl: string;
  /** Counts callers whose keys are being looked up, over all threads. */
  unknownPlaces: SharedArrayBuffer;
  /** The installation's own services, as far as they are known. */
  services: readonly OwnService[];
  /** Whether others than this machine's people have come (own-people.ts). */
  peopleSeen: SharedArrayBuffer;
}

/** As it is given: what is cloned holds no functions. */
export const writeThreadData = (given: ThreadData): ThreadData => ({
  ...given,
  config: { ...given.config, ownConnectors: [] },
});

/** As it arrives: a clone of a Buffer is a plain array of bytes. */
export function readThreadData(cloned: unknown): ThreadData {
  const data = cloned as ThreadData;
  const { secretKey, oldSecretKeys, tls } = data.config;
  return {
    ...data,
    config: {
      ...data.config,
      secretKey: secretKey === null ? null : Buffer.from(secretKey),
      oldSecretKeys: oldSecretKeys.map((key) => Buffer.from(key)),
      tls: tls === null ? null : { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) },
    },
  };
}
