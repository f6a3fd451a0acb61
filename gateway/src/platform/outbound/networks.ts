// Validates an operator's list of networks, and warns where it opens more than was probably meant.
// Read from the configuration at the start.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const bitsOf = { ipv4: 32n, ipv6: 128n } as const;
/**
 * The share of all addresses of a family that the list may name together: more is no list of
 * networks but the guard switched off.
 */
const shareMax = 4n;

/** Machines' own affairs: what tells a machine in a cloud its secrets lives here. */
const delicate = [
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
];

interface Range {
  kind: 'ipv4' | 'ipv6';
  first: bigint;
  /** One behind the last. */
  end: bigint;
}

/** `text` is an address or a CIDR range. */
function rangeOf(text: string): Range {
  const [address = '', prefix] = text.split('/');
  const parsed = ipaddr.parse(address);
  const kind = parsed.kind();
  const free = bitsOf[kind] - BigInt(prefix ?? bitsOf[kind]);
  const number = parsed.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const first = (number >> free) << free;
  return { kind, first, end: first + (1n << free) };
}

/** What is wrong with a list of addresses and CIDR ranges, or null. */
export function networksProblem(networks: readonly string[]): string | null {
  const mapped = networks.find((text) => isIP(text.split('/')[0]!) === 6 && isMapped(text));
  // An IPv4 address is compared as such, however it is written.
  if (mapped !== undefined)
    return `${mapped} holds IPv4 addresses in the form of IPv6 and would fit none: write them as IPv4`;
  for (const kind of ['ipv4', 'ipv6'] as const) {
    const ranges = networks.map(rangeOf).filter((range) => range.kind === kind);
    if (sizeOf(ranges) * shareMax >= 1n << bitsOf[kind]) {
      return 'names a quarter of all addresses or more: name the networks that callbacks may reach';
    }
  }
  return null;
}

function isMapped(text: string): boolean {
  const parsed = ipaddr.parse(text.split('/')[0]!);
  return parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress();
}

/** How many addresses they have together. */
function sizeOf(ranges: readonly Range[]): bigint {
  let size = 0n;
  let covered = 0n;
  for (const { first, end } of ranges.toSorted((one, other) =>
    one.first < other.first ? -1 : 1,
  )) {
    const from = first > covered ? first : covered;
    if (end > from) size += end - from;
    if (end > covered) covered = end;
  }
  return size;
}

/**
 * Those of the networks through which callbacks could reach what a machine keeps to itself:
 * link-local addresses, metadata services.
 */
export function delicateNetworks(networks: readonly string[]): string[] {
  const own = delicate.map(rangeOf);
  return networks.filter((text) => {
    const { kind, first, end } = rangeOf(text);
    return own.some((range) => range.kind === kind && range.first < end && first < range.end);
  });
}
