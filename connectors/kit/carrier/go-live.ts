// What must be true before a connection to a carrier carries real messages, and that no program
// sees.

import type { SmsGoLiveItem } from '../go-live.ts';

export const goLiveItem = (id: string, fr: string, en: string): SmsGoLiveItem => ({
  id,
  text: { fr, en },
});

/** For carriers that let whoever registers try them. */
export const paidAccount = goLiveItem(
  'paid-account',
  'Le compte n’est plus à l’essai : il envoie aussi à des numéros qui n’y sont pas vérifiés.',
  'The account is no trial: it sends to numbers that are not verified there, too.',
);
