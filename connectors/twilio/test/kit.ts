// The account of this connector's unit tests.

import { jsonAnswer, samplePart } from '@jokko/connectors/kit/conformance';
import type { TwilioConfig } from '../config.ts';

export const config: TwilioConfig = {
  baseUrl: 'https://twilio.example',
  accountSid: `AC${'a'.repeat(32)}`,
  authToken: 'token-of-the-test',
};
export const balance = jsonAnswer(200, { balance: '12.5', currency: 'USD' });
export const sidOf = (digit: string): string => `SM${digit.repeat(32)}`;
export const queued = (digit: string) =>
  jsonAnswer(201, { sid: sidOf(digit), status: 'queued', error_code: null, num_segments: '1' });
export const part = { ...samplePart, text: 'Fête à 5€' };
