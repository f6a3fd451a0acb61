// Routes of signing in. Each answer that changes the session brings its new token.

import type { Mode } from '../../platform/db/mode.ts';
import {
  acceptInvitation,
  requestPasskey,
  becomeFirstOperator,
  viewInvitation,
  register,
  resetPassword,
  signInByPasskey,
  signInByPassword,
  signInBySecondFactor,
  signOut,
} from './index.ts';
import type { JoinDeps, SignedIn, Start } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { refuse, type Refused } from '../../platform/http/portal/refused.ts';

export interface SignInHandlersDeps extends JoinDeps {
  mode: Mode;
  /** Whether developers may register by themselves, and with what they then begin. */
  registration: Start | null;
}

const began = (signedIn: SignedIn | Refused) =>
  signedIn.ok
    ? { ok: true as const, answer: { next: signedIn.next }, session: signedIn.token }
    : signedIn;

export function signInHandlers({ mode, registration, ...users }: SignInHandlersDeps) {
  return {
    'GET installation': () => ({ ok: true, answer: { mode, registration: registration !== null } }),
    'POST sign-in': async ({ body, visit }) => began(await signInByPassword(users, body, visit)),
    'POST sign-in/totp': async ({ body: { code }, caller: { session }, visit }) =>
      began(await signInBySecondFactor(users, session, { kind: 'totp', code }, visit)),
    'POST sign-in/recovery': async ({ body: { code }, caller: { session }, visit }) =>
      began(await signInBySecondFactor(users, session, { kind: 'recovery', code }, visit)),
    async 'POST sign-in/passkey/options'({ caller: { session }, visit }) {
      const userId = session?.stage === 'second-factor' ? session.user.id : null;
      const asked = await requestPasskey(users, { purpose: 'sign-in', userId }, visit);
      return asked.ok ? { ok: true, answer: { options: asked.options } } : asked;
    },
    'POST sign-in/passkey': async ({ body: { response }, caller: { session }, visit }) =>
      began(await signInByPasskey(users, session, response, visit)),
    async 'POST sign-out'({ caller: { session }, visit }) {
      await signOut(users, session, visit);
      return { ok: true, answer: {}, session: null };
    },
    async 'POST register'({ body, visit }) {
      if (registration === null) return refuse('registrationOff');
      return began(await register(users, body, registration, visit));
    },
    async 'POST invitations/view'({ body: { token } }) {
      const looked = await viewInvitation(users, token);
      if (!looked.ok) return looked;
      const { email, seat, accountName } = looked;
      return { ok: true, answer: { email, side: seat.side, role: seat.role, accountName } };
    },
    'POST invitations/accept': async ({ body, visit }) =>
      began(await acceptInvitation(users, body, visit)),
    'POST first-operator': async ({ body, visit }) =>
      began(await becomeFirstOperator(users, body, visit)),
    'POST reset': async ({ body, visit }) => began(await resetPassword(users, body, visit)),
  } satisfies Partial<Handlers>;
}
