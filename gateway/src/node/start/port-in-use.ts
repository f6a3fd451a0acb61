// Says which port is taken, and what sets it.

import { Refusal } from '../../cli/errors.ts';
import type { Config } from '../config/config.ts';

/** Null: the error is another one. */
export function portInUse(error: unknown, { opsPort, peerPort }: Config): Refusal | null {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code !== 'EADDRINUSE') return null;
  const setting = port === opsPort ? 'OPS_PORT' : port === peerPort ? 'JOKKO_PEER_PORT' : 'PORT';
  return new Refusal(`port ${port} on ${address} is in use: set ${setting} to another one`);
}
