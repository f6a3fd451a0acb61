// Which building blocks do the portal's schemas have in common?

import { Type } from 'typebox';
import { languages } from '../language.ts';
import { developerRoles, operatorRoles } from './roles.ts';

export const passwordCharactersMin = 12;
/** Longer ones would only cost time. */
export const passwordCharactersMax = 200;

const strict = { additionalProperties: false } as const;

/** An object with exactly these members. */
export const closed = <Members extends Parameters<typeof Type.Object>[0]>(members: Members) => Type.Object(members, strict);

export const emailField = Type.String({ minLength: 3, maxLength: 254 });
/** As it is typed to sign in: how long it is tells nothing about whether it is right. */
export const passwordField = Type.String({ minLength: 1, maxLength: passwordCharactersMax });
export const nameField = Type.String({ minLength: 1, maxLength: 100 });
export const languageField = Type.Enum([...languages]);
/** Of a one-time link. */
export const tokenField = Type.String({ minLength: 1, maxLength: 100 });
export const codeField = Type.String({ minLength: 1, maxLength: 32 });
/** RFC 3339, UTC. */
export const timeField = Type.String();
/** In units of its currency: `1500`, `-12.5`. */
export const amountField = Type.String();
/** The largest one that a column of ids holds. */
const idMax = 2_147_483_647;
export const idField = Type.Integer({ minimum: 1, maximum: idMax });

/** What the browser's WebAuthn functions take and give (W3C, in its JSON form). */
export const webAuthnField = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

export const nothing = closed({});

export const membershipSchema = Type.Union([
  closed({
    id: idField,
    side: Type.Literal('developer'),
    role: Type.Enum([...developerRoles]),
    accountId: idField,
    accountName: Type.String(),
    /** ISO 3166-1 alpha-2; null: every country. */
    countries: Type.Union([Type.Array(Type.String()), Type.Null()]),
  }),
  closed({
    id: idField,
    side: Type.Literal('operator'),
    role: Type.Enum([...operatorRoles]),
    accountId: Type.Null(),
    accountName: Type.Null(),
    countries: Type.Union([Type.Array(Type.String()), Type.Null()]),
  }),
]);
