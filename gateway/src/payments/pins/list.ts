// Lists the pins of an account beside the certificates that its receivers have presented, and says
// which of them match.

import type { Session } from '../../platform/db/database.ts';
import { withoutPort } from './host.ts';
import { loadCertificates, loadPins } from './store.ts';

/** `pinned` null: the host has no pins. */
export async function describeCertificates(session: Session, accountId: number) {
  const registered = await loadPins(session, accountId);
  const certificates = (await loadCertificates(session, accountId)).map((certificate) => {
    const { host, pin, subject, issuer, expiresAt, seenAt, daysLeft, isPresent } = certificate;
    const ofHost = registered.filter(
      (each) => each.host === host || each.host === withoutPort(host),
    );
    return {
      host,
      pin,
      subject,
      issuer,
      expiresAt: expiresAt.toISOString(),
      seenAt: seenAt.toISOString(),
      daysLeft,
      present: isPresent,
      pinned: ofHost.length === 0 ? null : ofHost.some((each) => each.pin === pin),
    };
  });
  const pins = registered.map(({ host, pin, label, addedAt }) => ({
    host,
    pin,
    label,
    addedAt: addedAt.toISOString(),
    seen: certificates.some(
      (each) => each.pin === pin && (each.host === host || withoutPort(each.host) === host),
    ),
  }));
  return { pins, certificates };
}
