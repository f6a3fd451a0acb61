// Finds the pins that a receiver's address must match, from a cache, so that a delivery costs no
// query. An entry carries the account's version, which grows with every change of a pin.

import type { Session } from '../../platform/db/database.ts';
import { pinSetOf, type PinSet } from '../../platform/outbound/pin.ts';
import type { Account } from '../accounts/index.ts';
import { receiverOf, withoutPort } from './host.ts';
import { loadPinsWithVersion } from './store.ts';

export interface PinCache {
  /**
   * Null: the host has no pins, and the normal checks are all. Rejects when they cannot be read:
   * nothing may be sent then.
   */
  of(account: Pick<Account, 'id' | 'version'>, url: string): Promise<PinSet | null>;
}

const cachedMax = 10_000;
type PinsByHost = ReadonlyMap<string, PinSet>;
const none: PinsByHost = new Map();

export function createPinCache(session: Session): PinCache {
  const cache = new Map<number, { version: number; pins: Promise<PinsByHost> }>();
  const load = (id: number, version: number): Promise<PinsByHost> => {
    if (cache.size >= cachedMax) cache.clear();
    const reading = loadPinsWithVersion(session, id);
    const copy = {
      version,
      pins: reading.then((read) =>
        read === null || read.pins.length === 0 ? none : byHost(read.pins),
      ),
    };
    cache.set(id, copy);
    reading.then(
      // What was read may be newer than the account that was asked for.
      (read) => (read === null ? cache.delete(id) : (copy.version = read.version)),
      () => cache.delete(id),
    );
    return copy.pins;
  };
  return {
    async of({ id, version }, url) {
      const known = cache.get(id);
      const pins = await (known !== undefined && known.version >= version
        ? known.pins
        : load(id, version));
      if (pins.size === 0) return null;
      const receiver = receiverOf(new URL(url));
      return pins.get(receiver) ?? pins.get(withoutPort(receiver)) ?? null;
    },
  };
}

function byHost(pins: readonly { host: string; pin: string }[]): PinsByHost {
  const hosts = new Map<string, string[]>();
  for (const { host, pin } of pins) hosts.set(host, [...(hosts.get(host) ?? []), pin]);
  return new Map([...hosts].map(([host, ofHost]) => [host, pinSetOf(ofHost)]));
}
