// Verifies passkeys: WebAuthn, checked by @simplewebauthn/server. Each challenge is answered once,
// for one purpose.

import { defined } from '@jokko/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Database, Session } from '../../platform/db/database.ts';
import { addressGroup } from '../../payments/status-limits/index.ts';
import { challengeBehind, countLoginAttempt } from './login-attempts.ts';
import {
  addPasskey,
  challengeWait,
  findPasskey,
  listPasskeys,
  passkeysMax,
  storeChallenge,
  takeChallenge,
  usePasskey,
} from './passkey-store.ts';
import type { ChallengePurpose } from './passkey-store.ts';
import type { UsersDeps } from './sign-in.ts';
import type { Visit } from '../../platform/http/portal/caller.ts';
import {
  refuse,
  refuseField,
  refuseTries,
  type Refused,
} from '../../platform/http/portal/refused.ts';

/** Loaded when the first passkey is asked for: 4 MB that many nodes never need. */
const webAuthn = () => import('@simplewebauthn/server');

const partyName = 'Jokko';
/**
 * EdDSA, ES256, RS256 (COSE): what authenticators have, and what Node signs with today without
 * calling it an experiment.
 */
const algorithms = [-8, -7, -257];

type Json = Record<string, unknown>;

/** Passkeys are bound to the host name of the pages. */
const hostOf = (origin: string): string => new URL(origin).hostname;

/** What the browser is to ask an authenticator. `userId` null: any passkey for this site. */
export async function requestPasskey(
  { database }: UsersDeps,
  { purpose, userId }: { purpose: 'sign-in' | 'step-up'; userId: number | null },
  visit: Visit,
): Promise<{ ok: true; options: Json } | Refused> {
  const { origin } = visit;
  if (origin === null) return refuse('crossSite');
  const group = addressGroup(visit.countedFrom);
  const wait =
    userId === null
      ? ((await countLoginAttempt(database, ...challengeBehind(visit))) ??
        (await challengeWait(database, group)))
      : null;
  if (wait !== null) return refuseTries(wait);
  const passkeys = userId === null ? [] : await listPasskeys(database, userId);
  const options = await (
    await webAuthn()
  ).generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    ...defined({
      allowCredentials:
        userId === null
          ? undefined
          : passkeys.map(({ credentialId, transports }) => ({
              id: credentialId,
              transports,
            })),
    }),
  });
  await storeChallenge(database, {
    challenge: options.challenge,
    purpose,
    userId,
    ...(userId === null && { addressGroup: group }),
  });
  return { ok: true, options: options as unknown as Json };
}

/** What the browser is to make a new passkey with. */
export async function requestNewPasskey(
  { database }: UsersDeps,
  user: { id: number; email: string; name: string },
  { origin }: Visit,
): Promise<{ ok: true; options: Json } | Refused> {
  if (origin === null) return refuse('crossSite');
  const passkeys = await listPasskeys(database, user.id);
  if (passkeys.length >= passkeysMax) return tooMany;
  const options = await (
    await webAuthn()
  ).generateRegistrationOptions({
    rpName: partyName,
    rpID: hostOf(origin),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`person/${user.id}`),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await storeChallenge(database, {
    challenge: options.challenge,
    purpose: 'add',
    userId: user.id,
  });
  return { ok: true, options: options as unknown as Json };
}

/** Whose passkey it is, when the answer is right. `userId`: whose it must be; null: anybody's. */
export async function checkPasskey(
  { database }: UsersDeps,
  {
    response,
    purpose,
    userId,
  }: { response: Json; purpose: 'sign-in' | 'step-up'; userId: number | null },
  { origin }: Visit,
): Promise<{ ok: true; userId: number } | Refused> {
  const id = typeof response['id'] === 'string' ? response['id'] : '';
  const passkey = origin === null ? null : await findPasskey(database, id);
  if (origin === null || passkey === null || (userId !== null && passkey.userId !== userId))
    return refuse('wrongCode');
  const verified = await quietly(async () =>
    (await webAuthn()).verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(database, { challenge, purpose, userId }),
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    }),
  );
  // The counter is compared again where it is written: of two answers with one count, one is a
  // copy.
  const used =
    verified?.verified === true &&
    (await usePasskey(database, passkey.id, BigInt(verified.authenticationInfo.newCounter)));
  return used ? { ok: true, userId: passkey.userId } : refuse('wrongCode');
}

const tooMany = refuseField('name', 'tooMany');

/** A passkey that its authenticator has made for this user just now. */
type NewPasskey = Parameters<typeof addPasskey>[1];

/** Whether an authenticator's answer fits; nothing is kept but that its challenge is used up. */
export async function checkNewPasskey(
  database: Database,
  userId: number,
  { name, response }: { name: string; response: Json },
  { origin }: Visit,
): Promise<{ ok: true; passkey: NewPasskey } | Refused> {
  if (origin === null) return refuse('crossSite');
  const verified = await quietly(async () =>
    (await webAuthn()).verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) =>
        takeChallenge(database, { challenge, purpose: 'add' satisfies ChallengePurpose, userId }),
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    }),
  );
  if (verified?.verified !== true) return refuse('wrongCode');
  const { credential } = verified.registrationInfo;
  return {
    ok: true,
    passkey: {
      userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
    },
  };
}

/** Keeps it, in the caller's transaction, which holds the user. */
export async function takeNewPasskey(
  session: Session,
  passkey: NewPasskey,
): Promise<{ ok: true; id: number } | Refused> {
  if ((await listPasskeys(session, passkey.userId)).length >= passkeysMax) return tooMany;
  const id = await addPasskey(session, passkey);
  return id === null ? refuse('conflict') : { ok: true, id };
}

/** The library throws what does not fit together; to us that is a wrong answer. */
async function quietly<Verified>(verify: () => Promise<Verified>): Promise<Verified | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
