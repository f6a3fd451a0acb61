// Declares the configuration of a connector once. From its fields come the type, the form that an
// operator fills in, and the check.

import type { ConfigField, ConfigProblem } from './connector.ts';
import { isHttpAddress } from './http-address.ts';
import { isRate } from './rate.ts';

/** `defaulted`: it may be absent, and is filled in for `settings`. */
type Presence = 'required' | 'optional' | 'defaulted';

interface Field<Value, When extends Presence = 'required'> {
  readonly form: Omit<ConfigField, 'name' | 'required' | 'fallback'>;
  readonly presence: When;
  /**
   * What is wrong with a value; null: nothing. Asked about an absent one of a required field only.
   */
  fault(value: unknown): string | null;
  readonly fallback?: Value;
}
type AnyField = Field<unknown, Presence>;
interface Shape {
  readonly [name: string]: AnyField;
}
type ValueOf<One> = One extends Field<infer Value, Presence> ? Value : never;
type Members<All extends Shape, When extends Presence> = {
  -readonly [Name in keyof All as All[Name] extends Field<unknown, When> ? Name : never]: ValueOf<
    All[Name]
  >;
};
type Flat<Value> = { [Name in keyof Value]: Value[Name] };
type Written<All extends Shape> = Flat<
  Members<All, 'required'> & Partial<Members<All, 'optional' | 'defaulted'>>
>;
type Filled<All extends Shape> = Flat<
  Members<All, 'required' | 'defaulted'> & Partial<Members<All, 'optional'>>
>;

/**
 * What `fields` makes: two members of a connector, to be spread into it, and the way to its
 * settings.
 */
interface Fields<Config, Full> {
  configForm: ConfigField[];
  checkConfig: (config: Config) => ConfigProblem[];
  /**
   * What the calls derive from a configuration that `checkConfig` found usable: made once for each
   * configuration object.
   */
  settings: <Settings>(derive: (config: Full) => Settings) => (config: Config) => Settings;
}

/** The type of the configuration that fields describe. */
export type ConfigOf<Made extends { checkConfig: (config: never) => ConfigProblem[] }> = Parameters<
  Made['checkConfig']
>[0];

/** Names a field that cannot be used, and says why. */
export type Refuse<Config> = (name: keyof Config & string, message: string) => void;

/**
 * The configuration that has these fields. `also` refuses what no field shows alone. Problems are
 * told in the order of the form.
 */
export function fields<const All extends Shape>(
  all: All,
  also: (config: Written<All>, refuse: Refuse<Written<All>>) => void = () => undefined,
): Fields<Written<All>, Filled<All>> {
  const listed = Object.entries<AnyField>(all);
  return {
    configForm: listed.map(([name, { form, presence, fallback }]) => ({
      name,
      ...form,
      required: presence === 'required',
      ...(isShown(fallback) && { fallback }),
    })),
    checkConfig(config) {
      const problems: ConfigProblem[] = [];
      const given = config as { readonly [name: string]: unknown };
      for (const [field, one] of listed) {
        const value = given[field];
        const message =
          one.presence !== 'required' && isAbsent(one, value) ? null : one.fault(value);
        if (message !== null) problems.push({ field, message });
      }
      also(config, (field, message) => problems.push({ field, message }));
      const placeOf = ({ field }: ConfigProblem): number =>
        listed.findIndex(([name]) => name === field);
      return problems.toSorted((one, other) => placeOf(one) - placeOf(other));
    },
    settings(derive) {
      const known = new WeakMap<object, ReturnType<typeof derive>>();
      return (config) => {
        let settings = known.get(config);
        if (settings === undefined) {
          const full: { [name: string]: unknown } = { ...config };
          for (const [name, { fallback }] of listed) full[name] ??= fallback;
          settings = derive(full as Filled<All>);
          known.set(config, settings);
        }
        return settings;
      };
    },
  };
}

const isShown = (fallback: unknown): fallback is NonNullable<ConfigField['fallback']> =>
  ['string', 'number', 'boolean'].includes(typeof fallback);

/** A text that is left empty in the form is none. */
const isAbsent = ({ form: { type } }: AnyField, value: unknown): boolean =>
  value === undefined || (value === '' && (type === 'text' || type === 'secret'));

/** The same field, which may be absent. */
export const optional = <Value>(field: Field<Value>): Field<Value, 'optional'> => ({
  ...field,
  presence: 'optional',
});

/** The same field, with where its value is found at the provider, or what it changes. */
export const hinted = <Value, When extends Presence>(
  field: Field<Value, When>,
  fr: string,
  en: string,
): Field<Value, When> => ({ ...field, form: { ...field.form, hint: { fr, en } } });

/** What a field is besides its value: see `ConfigField`. */
type Marks = Pick<ConfigField, 'address' | 'lines' | 'expiry' | 'account'>;
type Check = (text: string) => string | null;

/** Refuses a text that does not look like this. */
export const like =
  (form: RegExp, message: string): Check =>
  (text) =>
    form.test(text) ? null : message;

const notEmpty: Check = (text) => (text === '' ? 'must not be empty' : null);

const written =
  (type: 'text' | 'secret') =>
  (fr: string, en: string, check: Check = notEmpty, marks: Marks = {}): Field<string> => ({
    form: { type, label: { fr, en }, ...marks },
    presence: 'required',
    fault: (value) => check(typeof value === 'string' ? value : ''),
  });

/** Not empty, unless it has a check of its own; `fr` and `en` are its label. */
export const text = written('text');
/** As a text, but stored encrypted and never shown again. */
export const secret = written('secret');
/** A text that says which account of ours at the provider is meant. */
export const account = (fr: string, en: string, check?: Check): Field<string> =>
  text(fr, en, check, { account: true });

/** Http or https. */
export const url = (fr = 'Adresse de base', en = 'Base address'): Field<string> => ({
  form: { type: 'url', label: { fr, en } },
  presence: 'required',
  fault: (value) => (isHttpAddress(value) ? null : 'must be an http or https URL'),
});

/** A number of which `fault` says what is wrong with it. */
export const number = <Value = number>(
  fr: string,
  en: string,
  fault: Field<Value>['fault'],
  marks: Marks = {},
): Field<Value> => ({
  form: { type: 'number', label: { fr, en }, ...marks },
  presence: 'required',
  fault,
});

export const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** A whole number from `least` to `most`. */
export const int = (least: number, most: number, fr: string, en: string): Field<number> =>
  number(fr, en, (value) =>
    isWhole(value, least, most) ? null : `must be a whole number from ${least} to ${most}`,
  );

/** The same field, which may be absent and then has this value. */
export const withDefault = <Value>(
  field: Field<Value>,
  fallback: Value,
): Field<Value, 'defaulted'> => ({ ...field, presence: 'defaulted', fallback });

export const flag = (fr: string, en: string, marks: Marks = {}): Field<boolean> => ({
  form: { type: 'boolean', label: { fr, en }, ...marks },
  presence: 'required',
  fault: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
});

export const choice = <const Choices extends readonly string[]>(
  fr: string,
  en: string,
  choices: Choices,
): Field<Choices[number]> => ({
  form: { type: 'choice', label: { fr, en }, choices: [...choices] },
  presence: 'required',
  fault: (value) =>
    choices.includes(value as string) ? null : `must be one of ${choices.join(', ')}`,
});

/** How many a second; absent: no limit. */
export const rate = (
  fr = 'Débit maximal par seconde',
  en = 'Highest rate a second',
): Field<number, 'optional'> =>
  optional(number(fr, en, (value) => (isRate(value) ? null : 'must be a number above 0')));

/** How long the provider may take to answer. */
export const timeout = (defaultMs = 10_000, mostMs = 60_000): Field<number, 'defaulted'> =>
  withDefault(int(100, mostMs, 'Délai de réponse (ms)', 'Answer time-out (ms)'), defaultMs);

/** Whether the address is our own simulator: outcome digits and `catalogueId` count. */
export const sandbox = (): Field<boolean> => flag('Bac à sable', 'Sandbox');

/** What the configuration of every protocol over HTTP holds. */
export const httpFields = (...limits: Parameters<typeof timeout>) => ({
  sandbox: sandbox(),
  timeoutMs: timeout(...limits),
  ratePerSec: rate(),
});
