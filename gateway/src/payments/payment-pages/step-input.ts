// Reads what the payer has done from the fields of a payment page's form. Pure.

import type { BrowserData, StepInput } from '@jokko/connectors/kit';
import type { PageStep } from './payment-page-view.ts';
import type { FormFields } from './http-form.ts';

/** What the bank is told of the browser's connection. */
export interface Connection {
  ip: string;
  userAgent: string;
  acceptHeader: string;
  acceptLanguage: string;
}

// EMV 3-D Secure's own limits.
const headerCharactersMax = 2_048;
const languageCharactersMax = 8;
const pixelsMax = 999_999;
const minutesMax = 1_440;
/** A browser without JavaScript tells nothing; this is what most have. */
const colorDepthUsual = 24;

/** Before the name of what the bank's form brought, where our own form hands it in once more. */
const returnedPrefix = 'returned.';

export const returnedFields = (returned: FormFields): FormFields =>
  Object.fromEntries(
    Object.entries(returned).map(([name, value]) => [`${returnedPrefix}${name}`, value]),
  );

/** Null: the form does not hold what the step needs. */
export function stepInputOf(
  step: PageStep,
  fields: FormFields,
  connection: Connection,
): StepInput | null {
  switch (step.kind) {
    case 'otp': {
      const otp = (fields['otp'] ?? '').replaceAll(/\s/g, '');
      return /^\d+$/.test(otp) && otp.length === step.digits ? { otp } : null;
    }
    case 'collect':
      return { browser: browserOf(fields, connection) };
    case 'post': {
      const returned = Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(returnedPrefix) ? [[name.slice(returnedPrefix.length), value]] : [],
      );
      return returned.length === 0
        ? null
        : { returned: Object.fromEntries(returned) as FormFields };
    }
  }
}

function browserOf(
  fields: FormFields,
  { ip, userAgent, acceptHeader, acceptLanguage }: Connection,
): BrowserData {
  const language = fields['language'] ?? acceptLanguage.split(/[,;]/)[0]!;
  return {
    ip,
    userAgent: userAgent.slice(0, headerCharactersMax),
    acceptHeader: acceptHeader.slice(0, headerCharactersMax),
    language: /^[a-zA-Z-]+$/.test(language) ? language.slice(0, languageCharactersMax) : 'fr',
    javaEnabled: fields['javaEnabled'] === 'true',
    colorDepth: whole(fields['colorDepth'], 0, 48) ?? colorDepthUsual,
    screenHeight: whole(fields['screenHeight'], 0, pixelsMax) ?? 0,
    screenWidth: whole(fields['screenWidth'], 0, pixelsMax) ?? 0,
    timeZoneOffset: whole(fields['timeZoneOffset'], -minutesMax, minutesMax) ?? 0,
  };
}

function whole(text: string | undefined, min: number, max: number): number | null {
  const number = Number(text);
  return text !== undefined && /^-?\d{1,6}$/.test(text) && number >= min && number <= max
    ? number
    : null;
}
