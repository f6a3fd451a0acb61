// How do passkeys prove who somebody is? WebAuthn, checked by @simplewebauthn/server: each challenge is answered once, for one purpose.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Database, Session } from '../../db/database.ts';
import { addressGroup } from '../lookups/index.ts';
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
import { refuse, refuseField, refuseTries } from './refusal.ts';
import type { Refused } from './refusal.ts';
import type { PeopleDeps, Visit } from './sign-in.ts';

const partyName = 'Jokko';
/** EdDSA, ES256, RS256 (COSE): what authenticators have, and what Node signs with today without calling it an experiment. */
const algorithms = [-8, -7, -257];

type Json = Record<string, unknown>;

/** Passkeys are bound to the host name of the pages. */
const hostOf = (origin: string): string => new URL(origin).hostname;

/** What the browser is to ask an authenticator. `personId` null: any passkey for this site. */
export async function askForPasskey(
  { database }: PeopleDeps,
  { purpose, personId }: { purpose: 'sign-in' | 'step-up'; personId: number | null },
  { origin, address }: Visit,
): Promise<{ ok: true; options: Json } | Refused> {
  if (origin === null) return refuse('crossSite');
  const group = addressGroup(address);
  const wait = personId === null ? await challengeWait(database, group) : null;
  if (wait !== null) return refuseTries(wait);
  const passkeys = personId === null ? [] : await listPasskeys(database, personId);
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    ...(personId === null ? {} : { allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }),
  });
  await storeChallenge(database, { challenge: options.challenge, purpose, personId, ...(personId === null && { addressGroup: group }) });
  return { ok: true, options: options as unknown as Json };
}

/** What the browser is to make a new passkey with. */
export async function askForNewPasskey(
  { database }: PeopleDeps,
  person: { id: number; email: string; name: string },
  { origin }: Visit,
): Promise<{ ok: true; options: Json } | Refused> {
  if (origin === null) return refuse('crossSite');
  const passkeys = await listPasskeys(database, person.id);
  if (passkeys.length >= passkeysMax) return tooMany;
  const options = await generateRegistrationOptions({
    rpName: partyName,
    rpID: hostOf(origin),
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`person/${person.id}`),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await storeChallenge(database, { challenge: options.challenge, purpose: 'add', personId: person.id });
  return { ok: true, options: options as unknown as Json };
}

/** Whose passkey it is, when the answer is right. `personId`: whose it must be; null: anybody's. */
export async function checkPasskey(
  { database }: PeopleDeps,
  { response, purpose, personId }: { response: Json; purpose: 'sign-in' | 'step-up'; personId: number | null },
  { origin }: Visit,
): Promise<{ ok: true; personId: number } | Refused> {
  const id = typeof response['id'] === 'string' ? response['id'] : '';
  const passkey = origin === null ? null : await findPasskey(database, id);
  if (origin === null || passkey === null || (personId !== null && passkey.personId !== personId)) return refuse('wrongCode');
  const verified = await quietly(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(database, { challenge, purpose, personId }),
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter) },
      requireUserVerification: true,
    }),
  );
  // The counter is compared again where it is written: of two answers with one count, one is a copy.
  const used = verified?.verified === true && (await usePasskey(database, passkey.id, BigInt(verified.authenticationInfo.newCounter)));
  return used ? { ok: true, personId: passkey.personId } : refuse('wrongCode');
}

const tooMany = refuseField('name', 'tooMany');

/** A passkey that its authenticator has made for this person just now. */
type NewPasskey = Parameters<typeof addPasskey>[1];

/** Whether an authenticator's answer fits; nothing is kept but that its challenge is used up. */
export async function checkNewPasskey(
  database: Database,
  personId: number,
  { name, response }: { name: string; response: Json },
  { origin }: Visit,
): Promise<{ ok: true; passkey: NewPasskey } | Refused> {
  if (origin === null) return refuse('crossSite');
  const verified = await quietly(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(database, { challenge, purpose: 'add' satisfies ChallengePurpose, personId }),
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
      ...{ personId, name, credentialId: credential.id, publicKey: Buffer.from(credential.publicKey) },
      ...{ counter: BigInt(credential.counter), transports: credential.transports ?? [] },
    },
  };
}

/** Keeps it, in the caller's transaction, which holds the person. */
export async function takeNewPasskey(session: Session, passkey: NewPasskey): Promise<{ ok: true; id: number } | Refused> {
  if ((await listPasskeys(session, passkey.personId)).length >= passkeysMax) return tooMany;
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
