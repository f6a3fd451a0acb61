// What have receivers shown, and what should somebody be told of it? A new key, a certificate that ends soon, a key that is not among the
// pins. Seen at new connections only, kept apart from the delivery: a record that fails is made at the next connection.

import type { X509Certificate } from 'node:crypto';
import type { Session } from '../../db/database.ts';
import { createGatherer } from '../../db/gather.ts';
import { issuerOf, subjectOf } from '../../outbound/tls.ts';
import { receiverOf } from './host.ts';
import { forgetCertificates, saveCertificates, takeExpiryWarnings, type ShownCertificate } from './store.ts';

/** What a connection showed, as the transport tells it. */
export interface Shown {
  certificate: X509Certificate | null;
  pinSeen: string | null;
  pinResult: 'none' | 'match' | 'mismatch' | 'unseen' | 'no_tls';
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

/** What a receiver shows again and again is written again after this long … */
const sameAgainMs = 3_600_000;
/** … and what it shows in turn with something else after this: the last one counts. */
const otherAgainMs = 60_000;
/** A receiver that shows a new certificate at every connection is believed no more than so many within the longer time. */
const shownPerReceiverMax = 8;
const receiversMax = 20_000;
const writeMax = 200;
const forgetMax = 1_000;

type Seen = Omit<ShownCertificate, 'shownAgoMs'> & { at: number };

export function createCertificateWatch({ session, warn }: WatchDeps): CertificateWatch {
  const counts = { mismatches: 0, newKeys: 0, expiring: 0 };
  const news = createNews();
  const writer = createWriter({ session, warn }, counts, news);
  const warnOfHttp = (accountId: number, host: string): void => {
    if (news.isNews(`${accountId} ${host} http`, '')) warn('a callback address of a host with pins is not https', { accountId, host });
  };
  return {
    saw(accountId, url, { certificate, pinSeen: pin, pinResult }) {
      if (pinResult === 'mismatch' || pinResult === 'no_tls') counts.mismatches++;
      if (pinResult === 'no_tls') return warnOfHttp(accountId, receiverOf(new URL(url)));
      if (certificate === null || pin === null) return;
      const host = receiverOf(new URL(url));
      const receiver = `${accountId} ${host}`;
      // A key that was good until its pin went is news again.
      if (pinResult === 'mismatch' && news.isNews(`${receiver} unpinned`, pin)) {
        warn('the key of a callback receiver is not among its pins', { accountId, host, pin });
      }
      const expiresAt = certificate.validToDate;
      if (!news.isNews(receiver, `${pin} ${expiresAt.getTime()}`)) return;
      const seen = {
        accountId,
        host,
        pin,
        subject: subjectOf(certificate),
        issuer: issuerOf(certificate),
        expiresAt,
        at: performance.now(),
      };
      void writer.submit(seen).catch(() => news.forget(receiver));
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

function createWriter({ session, warn }: WatchDeps, counts: { newKeys: number }, news: { forget(receiver: string): void }) {
  const save = async (items: Seen[]): Promise<void> => {
    const rows = items.map(({ at, ...item }) => ({ ...item, shownAgoMs: performance.now() - at }));
    for (const { accountId, host, pin } of await saveCertificates(session, rows)) {
      counts.newKeys++;
      warn('a callback receiver shows a new key', { accountId, host, pin });
    }
  };
  /** What a stranger's certificate says may be what the database refuses: the others shall not suffer from it. */
  const saveApart = async (items: Seen[]): Promise<void> => {
    const failed: { item: Seen; error: unknown }[] = [];
    for (const item of items) await save([item]).catch((error: unknown) => failed.push({ item, error }));
    for (const { item } of failed) news.forget(`${item.accountId} ${item.host}`);
    // None at all: the database is away, which one line tells.
    for (const { item, error } of failed.length === items.length ? failed.slice(0, 1) : failed) {
      const facts = { accountId: item.accountId, host: item.host, pin: item.pin, failed: failed.length };
      warn('a certificate of a callback receiver was not stored', { ...facts, reason: String(error) });
    }
  };
  return createGatherer<Seen, void>(writeMax, async (batch) => {
    const unique = [...new Map(batch.map(({ item }) => [`${item.accountId} ${item.host} ${item.pin}`, item])).values()];
    await save(unique).catch(() => saveApart(unique));
    for (const { resolve } of batch) resolve();
  });
}

/** Has this receiver shown this lately? Answers once, and again after a while. */
function createNews() {
  const receivers = new Map<string, { last: string; toldAt: Map<string, number> }>();
  return {
    isNews(receiver: string, shown: string): boolean {
      const now = performance.now();
      if (receivers.size >= receiversMax) receivers.clear();
      const known = receivers.get(receiver) ?? { last: shown, toldAt: new Map<string, number>() };
      receivers.set(receiver, known);
      for (const [each, at] of known.toldAt) if (now - at > sameAgainMs) known.toldAt.delete(each);
      const toldAt = known.toldAt.get(shown);
      const isNew = toldAt === undefined ? known.toldAt.size < shownPerReceiverMax : known.last !== shown && now - toldAt > otherAgainMs;
      if (!isNew) return false;
      known.last = shown;
      known.toldAt.set(shown, now);
      return true;
    },
    forget: (receiver: string) => void receivers.delete(receiver),
  };
}
