// What the payer is shown: links into Orange's apps, a QR code, or the field for a one-time code.

import { defined } from '@jokko/contract';
import { asObject, textMember } from '@jokko/connectors/kit';
import type { Challenge, Intent, JsonObject } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import { otpDigits } from './operations.ts';

const linkShape = /^(?!javascript:|data:)[a-z][a-z0-9+.-]*:\/\/\S+$/i;
const isLink = (text: string | undefined): text is string =>
  text !== undefined && linkShape.test(text);

/** From the answer that made a code; null when it holds no link. */
export function linksOf(intent: Intent, object: JsonObject): Omit<Challenge, 'expiresInMs'> | null {
  const deepLinks: { [app: string]: string } = {};
  for (const [app, link] of Object.entries(asObject(object['deepLinks']) ?? {}))
    if (typeof link === 'string' && isLink(link)) deepLinks[app] = link;
  const told = [
    textMember(object, 'deepLink'),
    textMember(object, 'shortLink'),
    ...Object.values(deepLinks),
  ];
  const first = told.find(isLink);
  if (first === undefined) return null;
  const scanned = [textMember(object, 'shortLink'), first].find(isLink);
  const isQr = intent.extra.type === 'wallet' && intent.extra.link === 'qr';
  return {
    ...(isQr && scanned !== undefined ? { qrText: scanned } : { deepLinkUrl: first }),
    ...defined({ deepLinks: Object.keys(deepLinks).length === 0 ? undefined : deepLinks }),
  };
}

export function codeChallenge(config: OrangeSonatelConfig, expiresInMs: number): Challenge {
  const dial = settingsOf(config).otpDial;
  return {
    otp: {
      digits: otpDigits,
      how: {
        fr: `Composez ${dial} sur votre téléphone et saisissez votre code secret : vous recevez un code à usage unique.`,
        en: `Dial ${dial} on your phone and enter your PIN: you receive a one-time code.`,
      },
    },
    expiresInMs,
  };
}
