// The releases whose databases are kept, and the keys that open what is in them.

import { readdirSync, readFileSync } from 'node:fs';

/** What `fill/` gave its people and merchants; none of it opens anything else. */
export interface ReleaseKeys {
  /** ISO 8601, on the database's clock. */
  takenAt: string;
  secretKey: string;
  apiKey: string;
  accountId: number;
  webhookSecret: string;
  /** An account whose requests are signed. */
  signing: { apiKey: string; hmacSecret: string };
  /** An operator with an authenticator app, and the session that is open. */
  operator: {
    email: string;
    password: string;
    totpSecret: string;
    recoveryCode: string;
    cookie: string;
  };
  /** A payment that waits behind an open breaker. */
  parked: { externalTransactionId: string; route: string };
}

export interface Release {
  version: string;
  /** Plain SQL, compressed. */
  dump: Buffer;
  keys: ReleaseKeys;
}

const directory = new URL('./dumps/', import.meta.url);
const ending = '.sql.gz';

export const fileOf = (version: string, end: string): URL => new URL(`${version}${end}`, directory);

/** All that are kept. */
export function readReleases(): Release[] {
  const versions = readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
  return versions.map((version) => ({
    version,
    dump: readFileSync(fileOf(version, ending)),
    keys: JSON.parse(readFileSync(fileOf(version, '.keys.json'), 'utf8')) as ReleaseKeys,
  }));
}
