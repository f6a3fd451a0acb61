// What have receivers shown, and what should somebody be told of it? A new key, a certificate that ends soon, a key that is not among the
// pins. Seen at new connections only, kept apart from the delivery: a record that fails is made at the next connection.

import type { X509Certificate } from 'node:crypto';
import type { Session } from '../../db/database.ts';
import { createGatherer } from '../../db/gather.ts';
import { receiverOf } from './host.ts';
import { forgetCertificates, saveCertificates, takeExpiryWarnings, type SeenCertificate } from './store.ts';

/** What a connection showed, as the transport tells it. */
export interface Shown {
  certificate: X509Certificate | null;
  pinSeen: string | null;
  pinResult: 'none' | 'match' | 'mismatch' | 'unseen';
}

export interface CertificateWatch {
  /** After each delivery. Never throws and waits for nothing. */
  saw(accountId: number, url: string, shown: Shown): void;
  /** One round of the background task: warns of certificates that end soon. Answers whether there is more to clear away. */
  runOnce(): Promise<boolean>;
  /** Since this node started. */
  readonly counts: { readonly mismatches: number; readonly newKeys: number; readonly expiring: number };
  drain(): Promise<void>;
}

export interface WatchDeps {
  session: Session;
  warn(message: string, facts: { [name: string]: string | number }): void;
}

/** The same key of the same receiver is written again after this long. */
const writtenAgainMs = 3_600_000;
/** A receiver that shows a new key at every connection is believed no more than so many within that time. */
const keysPerReceiverMax = 8;
const receiversMax = 20_000;
const writeMax = 200;
const forgetMax = 1_000;

type Seen = Omit<SeenCertificate, 'seenAt'>;

export function createCertificateWatch({ session, warn }: WatchDeps): CertificateWatch {
  const counts = { mismatches: 0, newKeys: 0, expiring: 0 };
  /** (account, receiver) → pin → when it was written last. */
  const written = new Map<string, Map<string, number>>();
  const writer = createGatherer<Seen, void>(writeMax, async (batch) => {
    const unique = new Map(batch.map(({ item }) => [`${item.accountId} ${item.host} ${item.pin}`, item]));
    for (const { accountId, host, pin } of await saveCertificates(session, [...unique.values()])) {
      counts.newKeys++;
      warn('a callback receiver shows a new key', { accountId, host, pin });
    }
    for (const { resolve } of batch) resolve();
  });
  const isNews = (receiver: string, pin: string): boolean => {
    const now = performance.now();
    if (written.size >= receiversMax) written.clear();
    const pins = written.get(receiver) ?? new Map<string, number>();
    written.set(receiver, pins);
    for (const [each, at] of pins) if (now - at > writtenAgainMs) pins.delete(each);
    if (pins.has(pin) || pins.size >= keysPerReceiverMax) return false;
    pins.set(pin, now);
    return true;
  };
  return {
    saw(accountId, url, { certificate, pinSeen: pin, pinResult }) {
      if (pinResult === 'mismatch') counts.mismatches++;
      if (certificate === null || pin === null) return;
      const host = receiverOf(new URL(url));
      const receiver = `${accountId} ${host}`;
      // A key that was good until its pin went is news again.
      if (pinResult === 'mismatch' && isNews(`${receiver} unpinned`, pin)) {
        warn('the key of a callback receiver is not among its pins', { accountId, host, pin });
      }
      if (!isNews(receiver, pin)) return;
      const seen = { accountId, host, pin, subject: certificate.subject, issuer: certificate.issuer, expiresAt: certificate.validToDate };
      writer.submit(seen).catch(() => written.delete(receiver));
    },
    async runOnce() {
      for (const { accountId, host, expiresAt, days } of await takeExpiryWarnings(session)) {
        counts.expiring++;
        warn('the certificate of a callback receiver ends soon', { accountId, host, withinDays: days, expiresAt: expiresAt.toISOString() });
      }
      return (await forgetCertificates(session, forgetMax)) >= forgetMax;
    },
    counts,
    drain: () => writer.drain(),
  };
}
