// Configuration of a MoneyGram partner, and the values that each call derives from it.

import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  account,
  baseAddress,
  choice,
  fields,
  httpFields,
  liveQuiescenceMs,
  optional,
  queryThenReplay,
  sandboxQuiescenceMs,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';

export const configuration = fields({
  /** `https://sandboxapi.moneygram.com` or `https://api.moneygram.com`. */
  baseUrl: url(),
  clientId: text('Identifiant client OAuth', 'OAuth client id'),
  clientSecret: secret('Secret client OAuth', 'OAuth client secret'),
  targetAudience: choice('Public visé', 'Target audience', ['AGENT_FACING', 'CONSUMER_FACING']),
  agentPartnerId: account('Identifiant du partenaire', 'Partner id'),
  posId: optional(text('Point de vente', 'Point of sale')),
  operatorId: optional(text('Opérateur', 'Operator')),
  /** The language of texts in answers. */
  userLanguage: choice('Langue des textes', 'Language of texts', ['fr-FR', 'en-US']),
  /**
   * MoneyGram's public key (PEM), which its notices are checked with; absent: they prove nothing.
   */
  noticeKey: optional(
    text(
      'Clé publique des notifications',
      'Public key of notices',
      (pem) => (readKey(pem) === null ? 'must be an RSA public key in PEM' : null),
      { lines: true },
    ),
  ),
  /** Between the parts of the signed text of a notice; default `.`. */
  noticeSeparator: optional(text('Séparateur du texte signé', 'Separator of signed text')),
  /** A code of MoneyGram's list; default `WRONG_SERVICE`. */
  refundReason: optional(text('Motif de remboursement', 'Reason of refunds')),
  ...httpFields(),
});
export type MoneygramConfig = ConfigOf<typeof configuration>;

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

export const settingsOf = configuration.settings((config) => {
  const { targetAudience, userLanguage, agentPartnerId, posId, operatorId } = config;
  const query = new URLSearchParams({ targetAudience, userLanguage, agentPartnerId });
  if (posId) query.set('posId', posId);
  if (operatorId) query.set('operatorId', operatorId);
  return {
    /** Without a slash at the end. */
    baseUrl: baseAddress(config.baseUrl),
    timeoutMs: config.timeoutMs,
    /** On every address: who asks, in which language. Without a mark before it. */
    query: query.toString(),
    noticeKey: config.noticeKey ? readKey(config.noticeKey) : null,
    noticeSeparator: config.noticeSeparator ?? '.',
    refundReason: config.refundReason || 'WRONG_SERVICE',
    /**
     * A commit is repeated for the same transaction only, after its status said that it was not
     * committed.
     */
    resolution: queryThenReplay(config.sandbox ? sandboxQuiescenceMs : liveQuiescenceMs),
  };
});
