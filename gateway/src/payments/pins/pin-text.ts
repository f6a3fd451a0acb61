// Validates the text of a certificate pin: the base64 of a SHA-256, but not that of empty input.

const pinBytes = 32;
/**
 * What a widely copied OpenSSL pipe yields for an EC certificate: its first command fails, and the
 * last one hashes no input.
 */
const pinOfNothing = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

export type PinText = { ok: true; pin: string } | { ok: false; problem: 'notPin' | 'ofNothing' };

/** Accepts also the form `sha256/…` and `pin-sha256="…"`, in which tools print pins. */
export function readPin(text: string): PinText {
  const bare = /^(?:sha256\/|pin-sha256=)?"?([A-Za-z0-9+/]{43}=)"?$/.exec(text.trim())?.[1];
  if (
    bare === undefined ||
    Buffer.from(bare, 'base64').length !== pinBytes ||
    Buffer.from(bare, 'base64').toString('base64') !== bare
  ) {
    return { ok: false, problem: 'notPin' };
  }
  return bare === pinOfNothing ? { ok: false, problem: 'ofNothing' } : { ok: true, pin: bare };
}
