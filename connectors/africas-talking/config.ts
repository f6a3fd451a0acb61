// Configuration of an Africa's Talking application, and the values that each call derives from it.

import { account, baseAddress, fields, hinted, optional, secret, url } from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { carrierFields, carrierSettings } from '@jokko/connectors/kit/carrier';

const liveUrl = 'https://api.africastalking.com';
const sandboxUrl = 'https://api.sandbox.africastalking.com';
/** The application of every account in the provider's sandbox, which has a host of its own. */
const sandboxUsername = 'sandbox';

export const configuration = fields({
  username: hinted(
    account('Nom de l’application', 'Username of the application'),
    'Tableau de bord d’Africa’s Talking, liste des applications : « Username ». « sandbox » pour le bac à sable.',
    'Africa’s Talking dashboard, list of applications: “Username”. “sandbox” for the sandbox.',
  ),
  apiKey: hinted(
    secret('Clé API', 'API key'),
    'Tableau de bord de l’application, Settings, API Key. Une nouvelle clé peut n’être acceptée qu’après vingt minutes.',
    'Dashboard of the application, Settings, API Key. A new key may be accepted only after twenty minutes.',
  ),
  /**
   * Everything before `/version1`; absent: the live host, and the sandbox's for the username
   * `sandbox`.
   */
  baseUrl: hinted(
    optional(url()),
    'À laisser vide : l’adresse de production, ou celle du bac à sable pour « sandbox ».',
    'Leave empty: the live address, or that of the sandbox for “sandbox”.',
  ),
  ...carrierFields(),
});
export type AfricasTalkingConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  baseUrl: baseAddress(
    config.baseUrl || (config.username === sandboxUsername ? sandboxUrl : liveUrl),
  ),
  username: config.username,
  headers: { apiKey: config.apiKey, Accept: 'application/json' },
  ...carrierSettings(config),
}));
