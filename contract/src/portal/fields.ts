// Building blocks that the portal's schemas share.

import { Type, type TString } from 'typebox';
import { languages } from '../language.ts';
import { developerRoles, operatorSeatRoles } from './roles.ts';

export const passwordCharactersMin = 12;
/** Longer ones would only cost time. */
export const passwordCharactersMax = 200;

const strict = { additionalProperties: false } as const;

/** Something other than spaces; otherwise the problem is `empty`. */
export const notBlank = '^$|\\S';

/** An object with exactly these members. */
export const closed = <Members extends Parameters<typeof Type.Object>[0]>(members: Members) =>
  Type.Object(members, strict);

export const emailField = Type.String({ minLength: 3, maxLength: 254 });
/** As it is typed to sign in: how long it is tells nothing about whether it is right. */
export const passwordField = Type.String({
  minLength: 1,
  maxLength: passwordCharactersMax,
  text: 'free',
});
/** One line for other users to read. */
export const nameField = Type.String({ minLength: 1, maxLength: 100, pattern: notBlank });
/** Why something is done: at least something. */
export const reasonField = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: notBlank,
  text: 'lines',
});
export const languageField = Type.Enum([...languages]);
/** The token of a one-time link. */
export const tokenField = Type.String({ minLength: 1, maxLength: 100 });
export const codeField = Type.String({ minLength: 1, maxLength: 32 });
/**
 * Strings of answers that the encoder makes (encode.ts): of a `Date`, of an amount of minor units.
 */
export interface TTime extends TString {
  encodes: 'time';
}
export interface TAmount extends TString {
  encodes: 'amount';
}
/** RFC 3339, UTC. */
export const timeField = Type.String({ encodes: 'time' }) as TTime;
/**
 * A moment that callers name: ISO 8601 in UTC. Whether that day exists is the handler's to look at.
 */
export const instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$',
});
/** In units of its currency: `1500`, `-12.5`. */
export const amountField = Type.String({ encodes: 'amount' }) as TAmount;
/** The largest one that a column of ids holds. */
const idMax = 2_147_483_647;
export const idField = Type.Integer({ minimum: 1, maximum: idMax });

/** What the browser's WebAuthn functions take and give (W3C, in its JSON form). */
export const webAuthnField = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { additionalProperties: true }),
);

export const nothing = closed({});

/**
 * Made by the browser, once for each form: the call that is repeated because its answer was lost
 * does nothing a second time.
 */
export const onceField = Type.String({ pattern: '^[A-Za-z0-9-]{16,60}$' });
/**
 * The answer to an approval request that was asked for with a key. `repeated`: it was there
 * already.
 */
export const askedOnce = closed({ id: idField, repeated: Type.Boolean() });

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
    role: Type.Enum([...operatorSeatRoles]),
    accountId: Type.Null(),
    accountName: Type.Null(),
    countries: Type.Union([Type.Array(Type.String()), Type.Null()]),
  }),
]);

export const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
