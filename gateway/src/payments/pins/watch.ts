// Watches the certificates that receivers present, and reports a new key, a certificate that
// expires soon, or a key that is not among the pins. Only new connections are watched, and apart
// from the delivery: a record that fails is made at the next connection.

import type { X509Certificate } from 'node:crypto';
import type { Session } from '../../platform/db/database.ts';
import { createGatherer } from '../../platform/db/gather.ts';
import { issuerOf, subjectOf } from '../../platform/outbound/tls.ts';
import { receiverOf } from './host.ts';
import {
  purgeCertificates,
  saveCertificates,
  takeExpiryWarnings,
  type ShownCertificate,
} from './store.ts';
import { environment } from '../../platform/environment.ts';

/** What a connection showed, as the transport tells it. */
export interface Shown {
  certificate: X509Certificate | null;
  pinSeen: string | null;
  pinResult: 'none' | 'match' | 'mismatch' | 'unseen' | 'no_tls';
}

export interface CertificateWatch {
  /** After each delivery. Never throws and waits for nothing. */
  saw(accountId: number, url: string, shown: Shown): void;
  /**
   * One round of the background task: warns of certificates that end soon. Answers whether there is
   * more to clear away.
   */
  runOnce(): Promise<boolean>;
  /** Since this node started. */
  readonly counts: {
    readonly mismatches: number;
    readonly newKeys: number;
    readonly expiring: number;
  };
  drain(): Promise<void>;
}

export interface WatchDeps {
  session: Session;
  warn(message: string, details: { [name: string]: string | number }): void;
}

/** What a receiver shows again and again is written again after this long … */
const sameAgainMs = 3_600_000;
/** … and what it shows in turn with something else after this: the last one counts. */
const otherAgainMs = 60_000;
/**
 * A receiver that shows a new certificate at every connection is believed no more than so many
 * within the longer time.
 */
const shownPerReceiverMax = 8;
const receiversMax = 20_000;
const writeMax = 200;
const purgeMax = 1_000;

type Seen = Omit<ShownCertificate, 'shownAgoMs'> & { at: number };

export function createCertificateWatch({ session, warn }: WatchDeps): CertificateWatch {
  const counts = { mismatches: 0, newKeys: 0, expiring: 0 };
  const changes = createChangeFilter();
  const writer = createWriter({ session, warn }, counts, changes);
  const warnOfHttp = (accountId: number, host: string): void => {
    if (changes.isNew(`${accountId} ${host} http`, ''))
      warn('a callback address of a host with pins is not https', { accountId, host });
  };
  return {
    saw(accountId, url, { certificate, pinSeen: pin, pinResult }) {
      if (pinResult === 'mismatch' || pinResult === 'no_tls') counts.mismatches++;
      if (pinResult === 'no_tls') return warnOfHttp(accountId, receiverOf(new URL(url)));
      if (certificate === null || pin === null) return;
      const host = receiverOf(new URL(url));
      const receiver = `${accountId} ${host}`;
      // A key that was good until its pin went is news again.
      if (pinResult === 'mismatch' && changes.isNew(`${receiver} unpinned`, pin)) {
        warn('the key of a callback receiver is not among its pins', { accountId, host, pin });
      }
      const expiresAt = certificate.validToDate;
      if (!changes.isNew(receiver, `${pin} ${expiresAt.getTime()}`)) return;
      const seen = {
        accountId,
        host,
        pin,
        subject: subjectOf(certificate),
        issuer: issuerOf(certificate),
        expiresAt,
        at: environment.monotonic(),
      };
      void writer.submit(seen).catch(() => changes.forget(receiver));
    },
    async runOnce() {
      for (const { accountId, host, expiresAt, days } of await takeExpiryWarnings(session)) {
        counts.expiring++;
        warn('the certificate of a callback receiver ends soon', {
          accountId,
          host,
          withinDays: days,
          expiresAt: expiresAt.toISOString(),
        });
      }
      return (await purgeCertificates(session, purgeMax)) >= purgeMax;
    },
    counts,
    drain: () => writer.drain(),
  };
}

function createWriter(
  { session, warn }: WatchDeps,
  counts: { newKeys: number },
  changes: { forget(receiver: string): void },
) {
  const save = async (items: Seen[]): Promise<void> => {
    const rows = items.map(({ at, ...item }) => ({
      ...item,
      shownAgoMs: environment.monotonic() - at,
    }));
    for (const { accountId, host, pin } of await saveCertificates(session, rows)) {
      counts.newKeys++;
      warn('a callback receiver shows a new key', { accountId, host, pin });
    }
  };
  /**
   * What a stranger's certificate says may be what the database refuses: the others shall not
   * suffer from it.
   */
  const saveApart = async (items: Seen[]): Promise<void> => {
    const failed: { item: Seen; error: unknown }[] = [];
    for (const item of items)
      await save([item]).catch((error: unknown) => failed.push({ item, error }));
    for (const { item } of failed) changes.forget(`${item.accountId} ${item.host}`);
    // None at all: the database is away, which one line tells.
    for (const { item, error } of failed.length === items.length ? failed.slice(0, 1) : failed) {
      const details = {
        accountId: item.accountId,
        host: item.host,
        pin: item.pin,
        failed: failed.length,
      };
      warn('a certificate of a callback receiver was not stored', {
        ...details,
        reason: String(error),
      });
    }
  };
  return createGatherer<Seen, void>(writeMax, async (group) => {
    const unique = [
      ...new Map(
        group.map(({ item }) => [`${item.accountId} ${item.host} ${item.pin}`, item]),
      ).values(),
    ];
    await save(unique).catch(() => saveApart(unique));
    for (const { resolve } of group) resolve();
  });
}

/** Has this receiver shown this lately? Answers once, and again after a while. */
function createChangeFilter() {
  const receivers = new Map<string, { last: string; reportedAt: Map<string, number> }>();
  return {
    isNew(receiver: string, shown: string): boolean {
      const now = environment.monotonic();
      if (receivers.size >= receiversMax) receivers.clear();
      const known = receivers.get(receiver) ?? {
        last: shown,
        reportedAt: new Map<string, number>(),
      };
      receivers.set(receiver, known);
      for (const [each, at] of known.reportedAt)
        if (now - at > sameAgainMs) known.reportedAt.delete(each);
      const reportedAt = known.reportedAt.get(shown);
      const isNew =
        reportedAt === undefined
          ? known.reportedAt.size < shownPerReceiverMax
          : known.last !== shown && now - reportedAt > otherAgainMs;
      if (!isNew) return false;
      known.last = shown;
      known.reportedAt.set(shown, now);
      return true;
    },
    forget: (receiver: string) => void receivers.delete(receiver),
  };
}
