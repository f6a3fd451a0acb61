// The configuration of a connection to the carrier: what an operator fills in.

import { baseAddress, fields, secret, url, type ConfigOf } from '@jokko/connectors/kit';
import { carrierFields, carrierSettings } from '@jokko/connectors/kit/carrier';

/** The form, its check and the type of the configuration, from one list. */
export const configuration = fields({
  /** Everything before `/messages`, for example `https://api.carrier.example/v1`. */
  baseUrl: url(),
  apiKey: secret('Clé API', 'API key'),
  /** Signs the carrier's notices. */
  noticeSecret: secret('Secret des notifications', 'Secret of notices'),
  ...carrierFields(),
});
export type RestCarrierConfig = ConfigOf<typeof configuration>;

/** Made once for each configuration; what may be absent has its default here. */
export const settingsOf = configuration.settings((config) => ({
  ...carrierSettings(config),
  baseUrl: baseAddress(config.baseUrl),
  /** The headers of each call. */
  headers: { Authorization: `Bearer ${config.apiKey}` },
}));
