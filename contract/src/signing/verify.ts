// Finds which of several secrets made a signature and, if none did, the likely mistake. Common to
// both kinds of signatures.

import { bytesOf } from './body.ts';
import type { SignedBody } from './body.ts';
import { equalBytes, fromUtf8, utf8 } from './bytes.ts';
import { hmacSha256 } from './digest.ts';
import type { SignatureProblem, SignatureVerdict } from './problem.ts';

/**
 * Headers as servers give them: an object with names in any case, or one that is asked, such as
 * `Headers`.
 */
export type ReceivedHeaders =
  | { readonly [name: string]: string | readonly string[] | undefined }
  | { get(name: string): string | null };

/** Undefined when the header is absent or empty. */
export function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name)?.trim() || undefined;
  const given = Object.entries(headers).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  )?.[1] as string | readonly string[] | undefined;
  return (typeof given === 'string' ? given : given?.join(', '))?.trim() || undefined;
}

export interface SignedText {
  /** What is signed before the body. */
  prefix: string;
  body: SignedBody;
  /** Signatures given; one that is right is enough. */
  signatures: readonly Uint8Array[];
}

export interface SecretKind {
  /** Null when the text cannot be a secret of this kind. */
  keyOf(secret: string): Uint8Array<ArrayBuffer> | null;
  /** Whether the text looks like a secret, or a key, of another kind. */
  isOther(secret: string): boolean;
  mismatch: SignatureProblem;
}

/**
 * The secrets among what was given: a variable that is not set leaves a hole, which is a usual
 * mistake.
 */
export function readSecrets(given: string | readonly string[]): string[] {
  return [given].flat().filter((secret: unknown) => typeof secret === 'string' && secret !== '');
}

/** Whether one of the secrets signed this body. */
export async function verifySigned(
  { prefix, body, signatures }: SignedText,
  given: string | readonly string[],
  { keyOf, isOther, mismatch }: SecretKind,
): Promise<SignatureVerdict> {
  const secrets = readSecrets(given);
  if (secrets.length === 0) return { ok: false, problem: { type: 'noSecret' } };
  const bytes = bytesOf(body);
  // JavaScript callers hand over what their framework made of the body.
  if (bytes === null) return { ok: false, problem: { type: 'bodyParsed' } };
  const matches = async (candidates: readonly string[], bytes: Uint8Array): Promise<boolean> => {
    let found = false;
    for (const secret of candidates) {
      const key = keyOf(secret);
      // Web Crypto takes no empty key, and none was ever given out.
      if (key === null || key.length === 0) continue;
      const expected = await hmacSha256(key, utf8(prefix), bytes);
      for (const signature of signatures) found = equalBytes(expected, signature) || found;
    }
    return found;
  };
  if (await matches(secrets, bytes)) return { ok: true };
  const compact = compactJson(fromUtf8(bytes));
  if (compact !== null && (await matches(secrets, utf8(compact))))
    return { ok: false, problem: { type: 'bodyRewritten' } };
  const trimmed = secrets
    .map((secret) => secret.trim())
    .filter((secret, index) => secret !== secrets[index]);
  if (await matches(trimmed, bytes)) return { ok: false, problem: { type: 'paddedSecret' } };
  const isForeign = secrets.every((secret) => isOther(secret.trim()));
  return { ok: false, problem: isForeign ? { type: 'otherSecret' } : mismatch };
}

/** `JSON.stringify(JSON.parse(text))`, which many clients sign; null when the text is no JSON. */
export function compactJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}
