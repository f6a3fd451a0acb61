// Fields of the configuration that every carrier over HTTP has, one that every carrier has, and the
// capabilities that follow.

import { hinted, int, optional, rate, timeout, withDefault } from '../fields.ts';
import type { SmsCapabilities } from '../sms.ts';

const minutesMax = 1_440;
const msPerMinute = 60_000;

/**
 * Every carrier has it: what becomes of a message whose answer was lost, of which nothing is heard.
 */
export const resendField = () => ({
  resendAfterMinutes: hinted(
    optional(
      int(
        1,
        minutesMax,
        'Renvoi sans nouvelles après (min)',
        'Send again without news after (min)',
      ),
    ),
    'Vide : un message dont la réponse s’est perdue n’est jamais renvoyé et reste facturé. Sinon il l’est une fois, sans nouvelles après ce délai : le destinataire peut le recevoir deux fois, et l’opérateur le compter deux fois.',
    'Empty: a message whose answer was lost is never sent again, and stays charged. Otherwise it is, once, if nothing is heard of it for so long: its recipient may get it twice, and the carrier may charge it twice.',
  ),
});

/** Null: never. */
export const resendAfterMs = ({
  resendAfterMinutes,
}: {
  resendAfterMinutes?: number | undefined;
}): number | null => (resendAfterMinutes === undefined ? null : resendAfterMinutes * msPerMinute);

export const carrierFields = () => ({
  /** Under way in a session. */
  window: hinted(
    withDefault(int(1, 1_000, 'Messages simultanés', 'Messages at one time'), 64),
    'Envoyés sans attendre les réponses, par session.',
    'Sent without waiting for the answers, in each session.',
  ),
  /** The sessions of all nodes together. */
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
  ...resendField(),
});

interface CarrierConfig {
  window: number;
  sessions: number;
  ratePerSec?: number | undefined;
  timeoutMs: number;
  resendAfterMinutes?: number | undefined;
}

/** What these fields say, for the settings of a connector. */
export const carrierSettings = (config: CarrierConfig) => ({
  window: config.window,
  sessions: config.sessions,
  ratePerSec: config.ratePerSec ?? null,
  timeoutMs: config.timeoutMs,
  resendAfterMs: resendAfterMs(config),
});

/** The capabilities of carriers that cut long texts themselves. */
export const carrierCapabilities = (
  settings: Omit<ReturnType<typeof carrierSettings>, 'timeoutMs'>,
): SmsCapabilities => ({
  splits: false,
  receipts: true,
  binds: settings.sessions,
  window: settings.window,
  ratePerSec: settings.ratePerSec,
  resendAfterMs: settings.resendAfterMs,
});
