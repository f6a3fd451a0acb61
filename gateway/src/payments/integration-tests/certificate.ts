// Certificate of an integration test: a file that says what was tested, when and how, signed with
// the key of the installation. Every byte of it counts.

import { readVersion } from '../../platform/version.ts';
import type { CertificateKey, PublicKey } from '../../platform/secrets/index.ts';
import { integrationScenarios } from '@jokko/contract';
import type { IntegrationTest, Line } from './integration-test.ts';

const kind = 'jokko-integration-test';

/** Its members in this order. */
interface Certified {
  kind: typeof kind;
  account: { id: number; name: string };
  /** RFC 3339. */
  testedAt: string;
  /** `command`: the answers are those that the developer's machine reported. */
  madeBy: IntegrationTest['madeBy'];
  receiver: string;
  direction: IntegrationTest['direction'];
  versions: { gateway: string };
  lines: { scenario: Line['scenario']; result: Line['result'] }[];
  /** Base64, Ed25519. */
  publicKey: string;
}

/** Null: a part of it was left out, or failed. What was not seen is said so. */
export function certify(
  key: CertificateKey,
  test: IntegrationTest,
  lines: readonly Line[],
  accountName: string,
): string | null {
  if (lines.length < integrationScenarios.length) return null;
  if (lines.some(({ result }) => result === 'fail')) return null;
  if (!lines.some(({ result }) => result === 'pass')) return null;
  const { accountId, startedAt, madeBy, receiver, direction } = test;
  const certified: Certified = {
    kind,
    account: { id: accountId, name: accountName },
    testedAt: startedAt.toISOString(),
    madeBy,
    receiver,
    direction,
    versions: { gateway: readVersion() },
    lines: lines.map(({ scenario, result }) => ({ scenario, result })),
    publicKey: key.publicKey,
  };
  const text = textOf(certified);
  return textOf({ ...certified, signature: key.sign(text) });
}

const textOf = (members: object): string => `${JSON.stringify(members, null, 2)}\n`;

export type Verified =
  | { ok: true; certified: Certified }
  | { ok: false; problem: 'noCertificate' | 'otherKey' | 'changed' };

/**
 * `key`: of the installation that must have signed it. A key that stands in the file proves
 * nothing: anybody can sign with one of his own.
 */
export function verifyCertificate(key: PublicKey, file: Buffer): Verified {
  const members = parsed(file.toString());
  if (members?.kind !== kind) return { ok: false, problem: 'noCertificate' };
  const { signature, ...certified } = members;
  if (certified.publicKey !== key.publicKey) return { ok: false, problem: 'otherKey' };
  const isWhole =
    typeof signature === 'string' &&
    Buffer.from(textOf({ ...certified, signature })).equals(file) &&
    key.isSigned(textOf(certified), signature);
  return isWhole ? { ok: true, certified } : { ok: false, problem: 'changed' };
}

function parsed(text: string): (Certified & { signature?: unknown }) | null {
  try {
    return Object(JSON.parse(text)) as Certified & { signature?: unknown };
  } catch {
    return null;
  }
}
