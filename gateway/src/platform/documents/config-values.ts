// References in a connector's configuration to things that do not belong in a file. `${NAME}`
// stands for a value of this installation, and a secret is stored as `{"sealed": "…"}`, readable
// only with the installation's key.

import { isRecord } from './leaves.ts';

/**
 * Seals and opens secrets with the key-encryption key. `open` answers null for what another key
 * sealed.
 */
export interface SecretBox {
  seal(plain: string): string;
  open(sealed: string): string | null;
}

export interface ValueSources {
  /**
   * What `${NAME}` may name in a configuration, for example SIMULATOR_URL. A value that is nothing
   * but one name is the number itself.
   */
  variables: { readonly [name: string]: string | number };
  secrets: SecretBox;
}

export type Resolved = { ok: true; value: unknown } | { ok: false; message: string };

const reference = /\$\{([^{}]*)\}/g;

/** The value that a connector gets for one configured value. */
export function resolveValue(value: unknown, sources: ValueSources): Resolved {
  if (isSealed(value)) {
    const opened = sources.secrets.open(value.sealed);
    return opened === null
      ? {
          ok: false,
          message: 'was sealed by another installation: enter the secret again',
        }
      : { ok: true, value: opened };
  }
  if (typeof value !== 'string') return { ok: true, value };
  const unknown = [...value.matchAll(reference)]
    .map((match) => match[1] ?? '')
    .find((name) => !Object.hasOwn(sources.variables, name));
  if (unknown !== undefined) {
    const known = Object.keys(sources.variables).join(', ');
    return {
      ok: false,
      message: `contains an unknown placeholder \${${unknown}}${known === '' ? '' : `; known are ${known}`}`,
    };
  }
  const only = /^\$\{([^}]*)\}$/.exec(value)?.[1];
  if (only !== undefined) return { ok: true, value: sources.variables[only] };
  return {
    ok: true,
    value: value.replace(reference, (_, name: string) => String(sources.variables[name])),
  };
}

/**
 * A secret as it is stored: sealed, unless it is sealed already or only names values of the
 * installation.
 */
export function storedSecret(value: unknown, sources: ValueSources): unknown {
  if (typeof value !== 'string' || value === '' || namesValues(value, sources)) return value;
  return { sealed: sources.secrets.seal(value) };
}

/**
 * Whether a text is made of nothing but names of values that the installation has: what else looks
 * like one may be a secret.
 */
export function namesValues(value: string, { variables }: ValueSources): boolean {
  const names = [...value.matchAll(reference)].map((match) => match[1] ?? '');
  return (
    names.length > 0 &&
    value.replace(reference, '') === '' &&
    names.every((name) => Object.hasOwn(variables, name))
  );
}

export function isSealed(value: unknown): value is { sealed: string } {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value['sealed'] === 'string';
}
