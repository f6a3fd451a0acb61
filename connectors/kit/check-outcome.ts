// Checks that what a connector says about an attempt is an outcome at all. A connector that was
// written elsewhere may answer anything; what is no outcome proves nothing.

import { isErrorId } from '@jokko/contract';
import { isResolution } from './check-connector.ts';
import { unknownCauses } from './outcome.ts';
import type { QueryOutcome } from './outcome.ts';
import { asObject, type JsonObject } from './wire-json.ts';

/** All texts of an outcome together; the references of an attempt are stored with it. */
const outcomeMaxChars = 16_384;
const refsMaxChars = 4_096;
const windowMaxMs = 30 * 24 * 3_600_000;

/**
 * What is wrong with it; null: it is an outcome of one of the `kinds`, about our reference `ours`.
 * A reference of ours that is not the attempt's makes it nonsense: the next status query would ask
 * for another attempt.
 */
export function outcomeProblem(
  value: unknown,
  ours: string,
  kinds: readonly QueryOutcome['kind'][],
): string | null {
  const outcome = asObject(value);
  if (outcome === null) return 'is no object';
  const kind = outcome['kind'] as QueryOutcome['kind'];
  if (!kinds.includes(kind)) return `\`kind\` must be one of ${kinds.join(', ')}`;
  const refs = asObject(outcome['refs']);
  if (refs === null || !hasTexts(refs) || refs['ours'] !== ours)
    return '`refs` must hold texts, and our reference as `ours`';
  if (sizeOf(refs) > refsMaxChars) return `\`refs\` are longer than ${refsMaxChars} characters`;
  if (sizeOf(outcome) > outcomeMaxChars) return `is longer than ${outcomeMaxChars} characters`;
  return claimsProblem(outcome['claims']) ?? problemOfKind(kind, outcome);
}

function problemOfKind(kind: QueryOutcome['kind'], outcome: JsonObject): string | null {
  switch (kind) {
    case 'pending':
      return pendingProblem(outcome);
    case 'succeeded':
      return succeededProblem(outcome);
    case 'failed':
      if (outcome['executed'] !== 'no' && outcome['executed'] !== 'reversed')
        return '`executed` must be no or reversed';
      return providerErrorProblem(outcome['error']);
    case 'not_sent':
      return typeof outcome['cause'] === 'string' ? null : '`cause` must be a text';
    case 'unknown':
      if (!unknownCauses.some((cause) => cause === outcome['cause'])) return '`cause` is none';
      return isResolution(outcome['resolve']) ? null : '`resolve` is incomplete';
    case 'absent':
      return null;
    case 'reversed':
      return outcome['reason'] === undefined ? null : providerErrorProblem(outcome['reason']);
  }
}

/** The same for a refusal. */
export function providerErrorProblem(value: unknown): string | null {
  const error = asObject(value);
  if (error === null) return '`error` is no object';
  const { catalogue, catalogueId, provider, message, retryable, alert } = error;
  if (typeof catalogue !== 'string' || catalogue === '') return '`error.catalogue` must be a text';
  if (catalogueId !== undefined && (typeof catalogueId !== 'number' || !isErrorId(catalogueId)))
    return '`error.catalogueId` is no entry of the error catalogue';
  if (typeof provider !== 'string') return '`error.provider` must be a text';
  if (message !== undefined && typeof message !== 'string') return '`error.message` must be a text';
  if (!['never', 'sameAttempt', 'newAttempt', 'otherRoute'].includes(retryable as string))
    return '`error.retryable` is none';
  return alert === undefined || ['float', 'credentials', 'config', 'down'].includes(alert as string)
    ? null
    : '`error.alert` is none';
}

function pendingProblem({ stage, nextQueryInMs, challenge }: JsonObject): string | null {
  if (stage !== 'payer' && stage !== 'provider') return '`stage` must be payer or provider';
  if (nextQueryInMs !== undefined && !isDuration(nextQueryInMs))
    return '`nextQueryInMs` must be a time in ms';
  if (challenge === undefined) return null;
  const asked = asObject(challenge);
  if (asked === null || !isDuration(asked['expiresInMs']))
    return '`challenge.expiresInMs` must be a time in ms';
  const links = [
    asked['deepLinkUrl'],
    asked['authUrl'],
    asObject(asked['collect'])?.['url'],
    asObject(asked['post'])?.['url'],
    ...Object.values(asObject(asked['deepLinks']) ?? {}),
  ].filter((link) => link !== undefined);
  return links.every(isLink) ? null : 'a link of `challenge` is none';
}

function succeededProblem({ voucher, fee }: JsonObject): string | null {
  if (fee !== undefined && (typeof fee !== 'bigint' || fee < 0n))
    return '`fee` must be a bigint of ten-thousandths';
  if (voucher === undefined) return null;
  const { type, code } = asObject(voucher) ?? {};
  return typeof type === 'string' && typeof code === 'string' ? null : '`voucher` is none';
}

function claimsProblem(value: unknown): string | null {
  if (value === undefined) return null;
  const claims = asObject(value);
  if (claims === null) return '`claims` is no object';
  const { amount, ...texts } = claims;
  if (amount !== undefined && typeof amount !== 'bigint')
    return '`claims.amount` must be a bigint of ten-thousandths';
  return hasTexts(texts) ? null : '`claims` must hold texts';
}

const hasTexts = (object: JsonObject): boolean =>
  Object.values(object).every((each) => each === undefined || typeof each === 'string');

const isDuration = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= windowMaxMs;

/** Schemes of wallets' own apps are good; one that runs in the page is not. */
const isLink = (value: unknown): boolean =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  !/^(javascript|data|vbscript|file|blob):/i.test(new URL(value).protocol);

/** Characters of all its texts. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + sizeOf(each), 0);
}
