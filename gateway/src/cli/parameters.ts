// Declares the arguments and options of commands: how each is written, what it means and how its
// text becomes a value.

import { cellOfNumber, cellsMax } from '../platform/db/cell-numbers.ts';
import { readAccountId, readDuration, wholeNumber } from './values.ts';

/** `name` is how the caller wrote it: `--limit`, `ACCOUNT`. Throws a UsageError. */
type Reader<T> = (text: string, name: string) => T;

export interface Parameter<T> {
  kind: 'argument' | 'option' | 'flag';
  /** What stands in its place in help: `ACCOUNT`, `on|off`. Empty for a flag. */
  placeholder: string;
  summary: string;
  required: boolean;
  defaultText: string | null;
  /** `undefined`: it was not given and has no default. */
  read(text: string | boolean | undefined, name: string): T;
}

export type Parameters = { readonly [name: string]: Parameter<unknown> };
/** What the caller wrote, by the names of the declaration. */
export type Texts = { readonly [name: string]: string | boolean | undefined };

type ValueOf<P> = P extends Parameter<infer T> ? T : never;
export type ValuesOf<P extends Parameters> = { readonly [name in keyof P]: ValueOf<P[name]> };
export type Input<A extends Parameters, O extends Parameters> = ValuesOf<A> & ValuesOf<O>;

export function argument<T>(placeholder: string, summary: string, read: Reader<T>): Parameter<T> {
  return {
    kind: 'argument',
    placeholder,
    summary,
    required: true,
    defaultText: null,
    read: (text, name) => read(String(text), name),
  };
}

export function optionalArgument<T>(
  placeholder: string,
  summary: string,
  read: Reader<T>,
): Parameter<T | undefined> {
  return { ...option(placeholder, summary, read), kind: 'argument' };
}

export function option<T>(
  placeholder: string,
  summary: string,
  read: Reader<T>,
): Parameter<T | undefined>;
export function option<T>(
  placeholder: string,
  summary: string,
  read: Reader<T>,
  defaultText: string,
): Parameter<T>;
export function option<T>(
  placeholder: string,
  summary: string,
  read: Reader<T>,
  defaultText: string | null = null,
): Parameter<T | undefined> {
  return {
    kind: 'option',
    placeholder,
    summary,
    required: false,
    defaultText,
    read(text, name) {
      const given = typeof text === 'string' ? text : defaultText;
      return given === null ? undefined : read(given, name);
    },
  };
}

export function requiredOption<T>(
  placeholder: string,
  summary: string,
  read: Reader<T>,
): Parameter<T> {
  return { ...argument(placeholder, summary, read), kind: 'option' };
}

export function flag(summary: string): Parameter<boolean> {
  return {
    kind: 'flag',
    placeholder: '',
    summary,
    required: false,
    defaultText: null,
    read: (text) => text === true,
  };
}

/** `rateLimit` → `--rate-limit` */
export const optionFlag = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function readInput(parameters: Parameters, texts: Texts): { [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const written = parameter.kind === 'argument' ? parameter.placeholder : optionFlag(name);
      return [name, parameter.read(texts[name], written)];
    }),
  );
}

// What many commands have in common.

export const accountArgument = argument('ACCOUNT', 'Number of the account.', readAccountId);

/** For commands that work in any cell: the account's. */
export const cellOfAccount = ({ accountId }: { readonly accountId: number }): number =>
  cellOfNumber(accountId);

/** For commands that work in one cell, which no other parameter names. */
export const cellOption = option(
  'N',
  'Number of the cell; 0 is the home database.',
  wholeNumber(cellsMax - 1),
  '0',
);

export const accountOption = option('ACCOUNT', 'Only those of this account.', readAccountId);

const limitMax = 1_000;

export const limitOption = option(
  'N',
  `Number of rows, at most ${limitMax}.`,
  wholeNumber(limitMax),
  '50',
);

export const overlapOption = option(
  'DURATION',
  'How long the old one remains valid, such as 24h or 30m; 0 ends it immediately.',
  readDuration,
  '24h',
);
