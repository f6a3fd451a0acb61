// What each code of the carrier must mean, for the conformance suite.

import type { HttpResult, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, type SmsSubject } from '@jokko/connectors/kit/conformance';
import { errorCodes } from './code-table.ts';
import type { RestCarrierConfig } from './config.ts';

type Subject = SmsSubject<RestCarrierConfig>;
/** How the carrier answers to submissions. */
export type Submissions = Pick<Subject, 'takes' | 'refusesFirst' | 'codes' | 'garbled'>;

export const idOf = ({ ourRef }: SmsPart): string => `M-${ourRef}`;
export const refusal = (status: number, code: string, message = 'no'): HttpResult =>
  jsonAnswer(status, { code, message });
const httpStatuses: { readonly [code: string]: number } = { KEY_UNKNOWN: 401, TOO_FAST: 429 };

export const outcomes = {
  KEY_UNKNOWN: 'busy connection_error*',
  NUMBER_WRONG: 'refused bad_number',
  SENDER_UNKNOWN: 'refused bad_sender',
  TEXT_TOO_LONG: 'refused bad_text',
  NUMBER_BARRED: 'refused barred',
  CREDIT_USED_UP: 'refused no_credit',
  TOO_FAST: 'busy throttled',
};

/** About a whole request. */
export const requestCodes: Subject['codes'] = [
  {
    about: 'of refusals',
    listed: errorCodes.keys(),
    answer: (code) => refusal(httpStatuses[code] ?? 400, code),
    outcomes,
    invented: { MOON_IN_WRONG_PHASE: 'refused other' },
  },
  {
    about: 'of failures',
    listed: [],
    answer: (code) => refusal(500, code),
    outcomes: {},
    invented: { MOON_IN_WRONG_PHASE: 'unknown' },
  },
];
