// Caches the secrets that sign for an account and verify its requests, opened, so that neither a
// request nor a callback costs a query. An entry carries the account's version, which grows with
// every change of a secret.

import { readWebhookSecret } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import { contextOf, keyedHash } from '../../platform/secrets/index.ts';
import type { KeyedHash, Secrets } from '../../platform/secrets/index.ts';
import type { Account } from './directory.ts';
import { removeEndedHmacSecrets } from './hmac-secret-store.ts';
import { removeEndedWebhookSecrets } from './webhook-secret.ts';

export interface HmacKey {
  id: number;
  /** HMAC-SHA256 with the secret's text as key. */
  mac: KeyedHash;
  /** Whether a request came signed with it. */
  used: boolean;
  /** ms since 1970 on the database's clock; infinite for the newest. */
  endsAtMs: number;
}

export interface SigningSecrets {
  version: number;
  /** Oldest first; none when the account does not sign. */
  hmac: readonly HmacKey[];
  /** Newest first; in a rotation the one before it, too. */
  webhook: readonly { mac: KeyedHash; endsAtMs: number }[];
}

export interface SigningSecretsReader {
  /** Null when there is no such account. */
  of(account: Pick<Account, 'id' | 'version'>): Promise<SigningSecrets | null>;
}

const cachedMax = 10_000;

interface Row {
  version: number;
  hmac: boolean;
  webhook: Buffer;
  previous: Buffer | null;
  previous_ends: Date | null;
  hmac_secrets: { id: number; sealed: string; used: boolean; ends: number | null }[] | null;
}

// A sealed secret inside json is text of the form \x00ff.
const selectSigningSecrets: Statement = {
  name: 'select_signing_secrets',
  text: `select a.version, a.hmac, a.webhook_secret_sealed as webhook,
    a.webhook_secret_previous_sealed as previous,
      a.webhook_secret_previous_until as previous_ends,
      (select json_agg(json_build_object('id', s.id, 'sealed', s.secret_sealed, 'used',
        s.first_used_at is not null,
                'ends', extract(epoch from s.expires_at) * 1000) order by s.id)
       from hmac_secret s where s.account_id = a.id and (s.expires_at is null
         or s.expires_at > jokko_now())) as hmac_secrets
    from account a where a.id = $1`,
};

export function createSigningSecrets(
  session: Session,
  secrets: Pick<Secrets, 'unseal'>,
): SigningSecretsReader {
  const cache = new Map<number, { version: number; secrets: Promise<SigningSecrets | null> }>();
  const load = async (accountId: number): Promise<SigningSecrets | null> => {
    const [row] = await session.query<Row>(selectSigningSecrets, [accountId]);
    return row === undefined ? null : open(row, accountId, secrets);
  };
  return {
    of({ id, version }) {
      const known = cache.get(id);
      if (known !== undefined && known.version >= version) return known.secrets;
      if (cache.size >= cachedMax) cache.clear();
      const copy = { version, secrets: load(id) };
      cache.set(id, copy);
      copy.secrets.then(
        // What was read may be newer than the account that was asked for.
        (read) => (read === null ? cache.delete(id) : (copy.version = read.version)),
        () => cache.delete(id),
      );
      return copy.secrets;
    },
  };
}

function open(row: Row, accountId: number, secrets: Pick<Secrets, 'unseal'>): SigningSecrets {
  const webhookKey = (
    sealed: Buffer,
    column: 'webhook_secret_sealed' | 'webhook_secret_previous_sealed',
  ) =>
    keyedHash(
      Buffer.from(
        readWebhookSecret(secrets.unseal(sealed, contextOf('account', column, accountId)))!,
      ),
    );
  const hmac = row.hmac ? (row.hmac_secrets ?? []) : [];
  const previous =
    row.previous === null
      ? []
      : [
          {
            mac: webhookKey(row.previous, 'webhook_secret_previous_sealed'),
            endsAtMs: row.previous_ends!.getTime(),
          },
        ];
  return {
    version: row.version,
    hmac: hmac.map(({ id, sealed, used, ends }) => ({
      id,
      mac: keyedHash(
        Buffer.from(
          secrets.unseal(
            Buffer.from(sealed.slice(2), 'hex'),
            contextOf('hmac_secret', 'secret_sealed', id),
          ),
        ),
      ),
      used,
      endsAtMs: ends ?? Infinity,
    })),
    webhook: [
      { mac: webhookKey(row.webhook, 'webhook_secret_sealed'), endsAtMs: Infinity },
      ...previous,
    ],
  };
}

/** What requests may be signed with now. */
export function liveHmacKeys({ hmac }: SigningSecrets, nowMs: number): readonly HmacKey[] {
  return hmac.every((key) => key.endsAtMs > nowMs)
    ? hmac
    : hmac.filter((key) => key.endsAtMs > nowMs);
}

/**
 * What callbacks are signed with now: the newest secret once the client has shown that it has it,
 * until then the one before, as long as that lives (F38). Null when the account does not sign.
 */
export function outboundHmacKey(secrets: SigningSecrets, nowMs: number): HmacKey | null {
  const live = liveHmacKeys(secrets, nowMs);
  const newest = live.at(-1) ?? null;
  return newest === null || newest.used ? newest : live[0]!;
}

/** Deletes the secrets of ended rotations. */
export async function removeEndedSecrets(session: Session): Promise<void> {
  await removeEndedHmacSecrets(session);
  await removeEndedWebhookSecrets(session);
}
