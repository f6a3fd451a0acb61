// Fields of the configuration that every carrier over HTTP has, and the capabilities that follow.

import { hinted, int, rate, timeout, withDefault } from '../fields.ts';
import type { SmsCapabilities } from '../sms.ts';

export const carrierFields = () => ({
  /** Under way in a session. */
  window: hinted(
    withDefault(int(1, 1_000, 'Messages simultanés', 'Messages at one time'), 64),
    'Envoyés sans attendre les réponses, par session.',
    'Sent without waiting for the answers, in each session.',
  ),
  /** Of all nodes together. */
  sessions: hinted(
    withDefault(int(1, 100, 'Sessions', 'Sessions'), 4),
    'De tous les nœuds ensemble.',
    'Of all nodes together.',
  ),
  /** In each session. */
  ratePerSec: hinted(
    rate(),
    'Parties de SMS par session, selon votre contrat : un long texte en a plusieurs. Vide : aucune limite de notre part.',
    'SMS parts in each session, by your contract: a long text has several. Empty: no limit on our side.',
  ),
  timeoutMs: hinted(
    timeout(15_000),
    'Passé ce délai, le sort du message est cherché avant tout nouvel envoi.',
    'After it, what became of the message is looked up before anything is sent again.',
  ),
});

/** Of carriers that cut long texts themselves. */
export const carrierCapabilities = (settings: {
  sessions: number;
  window: number;
  ratePerSec: number | null;
}): SmsCapabilities => ({
  splits: false,
  receipts: true,
  binds: settings.sessions,
  window: settings.window,
  ratePerSec: settings.ratePerSec,
});
