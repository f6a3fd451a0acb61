// Reads when the secrets and certificates of a connector's configuration expire. A certificate says
// so itself; of an API user or a token the operator writes the date that the provider has named.

import { X509Certificate } from 'node:crypto';
import type { ConfigField } from '@jokko/connectors/kit';
import type { Configurable } from './connector-config.ts';

export interface Expiry {
  field: string;
  label: { fr: string; en: string };
  /** When it stops being good; ms since 1970. */
  atMs: number;
}

/** From here on an operator is warned. */
const expiryWarningDays = 30;
const dayMs = 86_400_000;
const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Those that say it, the earliest first. What cannot be read is the connector's own check to
 * refuse.
 */
export function expiriesOf(
  { configForm }: Pick<Configurable, 'configForm'>,
  config: { readonly [field: string]: unknown },
): Expiry[] {
  return configForm
    .flatMap((field) => {
      const atMs = expiryOf(field, config[field.name]);
      return atMs === null ? [] : [{ field: field.name, label: field.label, atMs }];
    })
    .toSorted((one, other) => one.atMs - other.atMs);
}

/** Those within the time of warning, or past. */
export const expiringOf = (expiries: readonly Expiry[], nowMs: number): Expiry[] =>
  expiries.filter(({ atMs }) => atMs < nowMs + expiryWarningDays * dayMs);

function expiryOf({ expiry }: ConfigField, value: unknown): number | null {
  if (typeof value !== 'string' || value === '') return null;
  if (expiry === 'certificate') return expiryOfCertificates(value);
  return expiry === 'date' ? endOfDay(value) : null;
}

/** The first of several certificates that expires counts. */
function expiryOfCertificates(text: string): number | null {
  const ends = (text.match(pem) ?? []).map((each) => {
    try {
      return new X509Certificate(each).validToDate.getTime();
    } catch {
      return null;
    }
  });
  const known = ends.filter((end) => end !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** `2027-03-31`: good until the day is over (UTC). */
function endOfDay(text: string): number | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(day) ? null : day + dayMs;
}
