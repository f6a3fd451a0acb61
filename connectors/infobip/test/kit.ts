// The account of this connector's unit tests, and Infobip's answers as its description shows them.

import type { HttpResult, SmsPart } from '@jokko/connectors/kit';
import { jsonAnswer, samplePart } from '@jokko/connectors/kit/conformance';
import type { InfobipConfig } from '../config.ts';

export const config: InfobipConfig = { baseUrl: 'https://infobip.example/', apiKey: 'key' };
export const balance = jsonAnswer(200, { balance: 47.9, currency: 'EUR' });

export const partOf = (number: number, changes: Partial<SmsPart> = {}): SmsPart => ({
  ...samplePart,
  to: `22177000000${number}`,
  ourRef: `7091659672946-${number}`,
  ...changes,
});

export const statusOf = (id: number, groupId = 1) => ({
  groupId,
  groupName: 'GROUP',
  id,
  name: `STATUS_${id}`,
  description: '',
});

export const entry = (number: number, id: number, groupId?: number) => ({
  messageId: partOf(number).ourRef,
  status: statusOf(id, groupId),
  destination: partOf(number).to,
  details: { messageCount: 1 },
});

export const answered = (...messages: object[]): HttpResult =>
  jsonAnswer(200, { bulkId: 'b', messages });
export const logs = (...results: object[]): HttpResult => jsonAnswer(200, { results });
