// Plays the provider in this connector's unit tests.

import {
  createScriptedCarrier,
  jsonAnswer,
  samplePart,
  type ScriptedCarrier,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import type { SmsHttpConfig } from '../config.ts';

export const config: SmsHttpConfig = {
  baseUrl: 'https://sms.example/v1/',
  apiKey: 'key',
  noticeSecret: 'notice-secret',
};
export const known: HttpResult = jsonAnswer(200, { webhook: '' });
export const part = { ...samplePart, ourRef: 'B1-7-1' };

export const scripted = (
  answers: (HttpResult | (() => Promise<HttpResult>))[],
  changes: Partial<SmsHttpConfig> = {},
): ScriptedCarrier<SmsHttpConfig> => createScriptedCarrier({ ...config, ...changes }, answers);
