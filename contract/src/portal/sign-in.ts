// Routes of signing in: password, second factor, passkey, registration, one-time links.

import { Type } from 'typebox';
import {
  closed,
  codeField,
  emailField,
  languageField,
  nameField,
  nothing,
  passwordField,
  tokenField,
  webAuthnField,
} from './fields.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const open = { side: 'public', bound: 'address' } as const;
/** Guesses are counted by user and address, and wait longer each time. */
const guarded = { side: 'public', bound: 'own' } as const;
/** A session begins with the password; these finish it. */
const begun = { side: 'user', secondFactor: 'begun', stepUp: 0 } as const;

/** What comes next: the portal, the second factor, or setting one up. */
const nextStep = closed({ next: Type.Enum(['done', 'second-factor', 'set-up-second-factor']) });

export const signInRoutes = {
  /** What the sign-in page must know. */
  'GET installation': {
    policy: { side: 'public', bound: 'memory' },
    answer: closed({
      mode: Type.Enum(['sandbox', 'rehearsal', 'live']),
      registration: Type.Boolean(),
    }),
  },
  'POST sign-in': {
    policy: guarded,
    body: closed({ email: emailField, password: passwordField }),
    answer: nextStep,
  },
  'POST sign-in/totp': { policy: begun, body: closed({ code: codeField }), answer: nextStep },
  'POST sign-in/recovery': { policy: begun, body: closed({ code: codeField }), answer: nextStep },
  /**
   * With a session that waits for its second factor: that user's passkeys; else any passkey that
   * the browser finds.
   */
  'POST sign-in/passkey/options': {
    policy: guarded,
    body: nothing,
    answer: closed({ options: webAuthnField }),
  },
  'POST sign-in/passkey': {
    policy: guarded,
    body: closed({ response: webAuthnField }),
    answer: nextStep,
  },
  'POST sign-out': { policy: { ...begun, whileViewing: true }, body: nothing, answer: nothing },
  'POST register': {
    policy: guarded,
    body: closed({
      email: emailField,
      password: passwordField,
      name: nameField,
      company: nameField,
      language: languageField,
    }),
    answer: nextStep,
  },
  /**
   * What a link of an invitation says. Whether there is such a user is not told: `accept` takes a
   * new password, or the one that they have.
   */
  'POST invitations/view': {
    policy: open,
    body: closed({ token: tokenField }),
    answer: closed({
      email: Type.String(),
      side: Type.Enum(['developer', 'operator']),
      role: Type.Enum([...new Set([...developerRoles, ...operatorSeatRoles])]),
      accountName: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'POST invitations/accept': {
    policy: open,
    body: closed({
      token: tokenField,
      name: nameField,
      password: passwordField,
      language: Type.Optional(languageField),
    }),
    answer: nextStep,
  },
  'POST first-operator': {
    policy: open,
    body: closed({
      token: tokenField,
      email: emailField,
      name: nameField,
      password: passwordField,
      language: Type.Optional(languageField),
    }),
    answer: nextStep,
  },
  /** A new password by a one-time link. All sessions end. */
  'POST reset': {
    policy: open,
    body: closed({ token: tokenField, password: passwordField }),
    answer: nextStep,
  },
} as const satisfies RouteTable;
