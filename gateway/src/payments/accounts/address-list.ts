// Checks whether an address is on a list of addresses and CIDR ranges. Compiled once; IPv4 written
// as IPv6 (`::ffff:192.0.2.1`) is the same address.

import { BlockList, isIP } from 'node:net';

export interface AddressList {
  has(address: string): boolean;
}

/** `ranges`: `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`, as `isAddressRange` accepts them. */
export function createAddressList(ranges: readonly string[]): AddressList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
