// Routes of the user who is signed in: who am I, my sessions, password, second factors, passkeys.

import { Type } from 'typebox';
import {
  closed,
  codeField,
  idField,
  languageField,
  membershipSchema,
  nameField,
  nothing,
  orNull,
  passwordField,
  timeField,
  webAuthnField,
} from './fields.ts';
import type { RouteTable } from './route.ts';

const begun = { side: 'user', secondFactor: 'begun', stepUp: 0 } as const;
const setUp = { side: 'user', secondFactor: 'set-up', stepUp: 0 } as const;
const signedIn = { side: 'user', secondFactor: 'done', stepUp: 0 } as const;
/**
 * Who joins sets a factor up at once, since the password was set just now; everybody else proves
 * the password or an older factor first.
 */
const addsFactor = { side: 'user', secondFactor: 'set-up', stepUp: 5, proofAsked: true } as const;
const withFactor = { side: 'user', secondFactor: 'second-factor', stepUp: 5 } as const;
const sensitive = { side: 'user', secondFactor: 'done', stepUp: 5 } as const;

const themeField = Type.Enum(['light', 'dark', 'system']);

const meAnswer = closed({
  user: closed({
    id: idField,
    email: Type.String(),
    name: Type.String(),
    language: languageField,
    theme: themeField,
    /** IANA. */
    timeZone: Type.String(),
    totp: Type.Boolean(),
    passkeys: Type.Integer(),
    recoveryCodesLeft: Type.Integer(),
  }),
  /** `done`: signed in. Else what is missing, and all but this is refused. */
  next: Type.Enum(['done', 'second-factor', 'set-up-second-factor']),
  memberships: Type.Array(membershipSchema),
  /** The one that the session works as; null: member of nothing. */
  membership: orNull(membershipSchema),
  /** The operator looks at this account's portal, until then; nothing can be changed meanwhile. */
  viewing: orNull(closed({ until: timeField })),
  /** Names of all routes that this session may call, step-up aside. */
  abilities: Type.Array(Type.String()),
  mode: Type.Enum(['sandbox', 'rehearsal', 'live']),
  /**
   * Nothing is initiated or sent at present. `reason`: why, for operators; null for others.
   * `mustRecover`: `jokko recover` ends it; otherwise it ends when the node can write again. Null:
   * all is in order.
   */
  stopped: orNull(closed({ reason: orNull(Type.String()), mustRecover: Type.Boolean() })),
  /** Until when sensitive actions go without another proof; null: not now. */
  stepUpUntil: orNull(timeField),
  /** What `POST step-up` takes: a password only from users without second factor. */
  stepUpBy: Type.Array(Type.Enum(['password', 'code', 'passkey'])),
});

const sessionSchema = closed({
  id: idField,
  current: Type.Boolean(),
  startedAt: timeField,
  seenAt: timeField,
  address: orNull(Type.String()),
  agent: Type.String(),
});

const passkeySchema = closed({
  id: idField,
  name: Type.String(),
  addedAt: timeField,
  usedAt: orNull(timeField),
});

export const meRoutes = {
  'GET me': { policy: begun, answer: meAnswer },
  'POST me': {
    policy: signedIn,
    body: closed({
      language: Type.Optional(languageField),
      name: Type.Optional(nameField),
      theme: Type.Optional(themeField),
      timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    }),
    answer: nothing,
  },
  'POST memberships/switch': { policy: signedIn, body: closed({ id: idField }), answer: nothing },
  'POST step-up': {
    policy: setUp,
    body: Type.Union([
      closed({ password: passwordField }),
      closed({ code: codeField }),
      closed({ passkey: webAuthnField }),
    ]),
    answer: closed({ until: timeField }),
  },
  'POST step-up/passkey/options': {
    policy: setUp,
    body: nothing,
    answer: closed({ options: webAuthnField }),
  },
  'GET sessions': { policy: signedIn, answer: closed({ sessions: Type.Array(sessionSchema) }) },
  'POST sessions/end': {
    policy: signedIn,
    body: closed({ id: Type.Union([idField, Type.Literal('others')]) }),
    answer: closed({ ended: Type.Integer() }),
  },
  /** Needs the present password besides a step-up. All other sessions end. */
  'POST password': {
    policy: sensitive,
    body: closed({ present: passwordField, password: passwordField }),
    answer: nothing,
  },
  /** The secret is not in force before `totp/confirm`. */
  'POST totp/begin': {
    policy: addsFactor,
    body: nothing,
    /** `uri` is an otpauth address; `secret` the same in base32; `qr` an SVG. */
    answer: closed({ uri: Type.String(), secret: Type.String(), qr: Type.String() }),
  },
  /** The first second factor brings its recovery codes, shown once; else null. */
  'POST totp/confirm': {
    policy: addsFactor,
    body: closed({ code: codeField }),
    answer: closed({ recoveryCodes: orNull(Type.Array(Type.String())) }),
  },
  /** As with every factor that comes or goes: all other sessions end. */
  'POST totp/remove': { policy: withFactor, body: nothing, answer: nothing },
  'GET passkeys': { policy: signedIn, answer: closed({ passkeys: Type.Array(passkeySchema) }) },
  'POST passkeys/options': {
    policy: addsFactor,
    body: nothing,
    answer: closed({ options: webAuthnField }),
  },
  'POST passkeys': {
    policy: addsFactor,
    body: closed({ name: nameField, response: webAuthnField }),
    answer: closed({ id: idField, recoveryCodes: orNull(Type.Array(Type.String())) }),
  },
  'POST passkeys/remove': { policy: withFactor, body: closed({ id: idField }), answer: nothing },
  /** New ones; the old ones end. Shown once. */
  'POST recovery-codes': {
    policy: withFactor,
    body: nothing,
    answer: closed({ recoveryCodes: Type.Array(Type.String()) }),
  },
} as const satisfies RouteTable;
