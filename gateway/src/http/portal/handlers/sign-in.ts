// Routes of signing in. Each answer that changes the session brings its new token.

import {
  acceptInvitation,
  askForPasskey,
  becomeFirstOperator,
  lookAtInvitation,
  register,
  resetPassword,
  signInByPasskey,
  signInByPassword,
  signInBySecondFactor,
  signOut,
} from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, SignedIn, Start } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';

export interface SignInHandlersDeps {
  people: PeopleDeps;
  mode: 'sandbox' | 'live';
  /** Whether developers may register by themselves, and with what they then begin. */
  registration: Start | null;
}

const began = (signedIn: SignedIn | Refused) =>
  signedIn.ok ? { ok: true as const, answer: { next: signedIn.next }, session: signedIn.token } : signedIn;

export function signInHandlers({ people, mode, registration }: SignInHandlersDeps) {
  return {
    'GET installation': () => ({ ok: true, answer: { mode, registration: registration !== null } }),
    'POST sign-in': async ({ body, visit }) => began(await signInByPassword(people, body, visit)),
    'POST sign-in/totp': async ({ body: { code }, caller: { live }, visit }) =>
      began(await signInBySecondFactor(people, live, { kind: 'totp', code }, visit)),
    'POST sign-in/recovery': async ({ body: { code }, caller: { live }, visit }) =>
      began(await signInBySecondFactor(people, live, { kind: 'recovery', code }, visit)),
    async 'POST sign-in/passkey/options'({ caller: { live }, visit }) {
      const personId = live?.stage === 'second-factor' ? live.person.id : null;
      const asked = await askForPasskey(people, { purpose: 'sign-in', personId }, visit);
      return asked.ok ? { ok: true, answer: { options: asked.options } } : asked;
    },
    'POST sign-in/passkey': async ({ body: { response }, caller: { live }, visit }) =>
      began(await signInByPasskey(people, live, response, visit)),
    async 'POST sign-out'({ caller: { live }, visit }) {
      await signOut(people, live, visit);
      return { ok: true, answer: {}, session: null };
    },
    async 'POST register'({ body, visit }) {
      if (registration === null) return { ok: false, refusal: 'registrationOff' };
      return began(await register(people, body, registration, visit));
    },
    async 'POST invitations/look'({ body: { token } }) {
      const looked = await lookAtInvitation(people, token);
      if (!looked.ok) return looked;
      const { email, seat, known, accountName } = looked;
      return { ok: true, answer: { email, side: seat.side, role: seat.role, accountName, known } };
    },
    'POST invitations/accept': async ({ body, visit }) => began(await acceptInvitation(people, body, visit)),
    'POST first-operator': async ({ body, visit }) => began(await becomeFirstOperator(people, body, visit)),
    'POST reset': async ({ body, visit }) => began(await resetPassword(people, body, visit)),
  } satisfies Partial<Handlers>;
}
