// Lists the endpoints of the SMS interface in the order of the documentation.
import type { Endpoint } from '../../endpoint.ts';
import { smsMessagesEndpoint } from './batch-messages.ts';
import { smsBatchEndpoint } from './batch.ts';
import { smsCancelEndpoint } from './cancel-batch.ts';
import { smsOptOutsAddEndpoint, smsOptOutsEndpoint, smsOptOutsRemoveEndpoint } from './opt-outs.ts';
import { smsPreviewEndpoint } from './preview.ts';
import { sendSmsEndpoint } from './send-sms.ts';

export * from './batch-messages.ts';
export * from './batch.ts';
export * from './cancel-batch.ts';
export * from './opt-outs.ts';
export * from './preview.ts';
export * from './send-sms.ts';

export const smsEndpoints: readonly Endpoint[] = [
  sendSmsEndpoint,
  smsPreviewEndpoint,
  smsBatchEndpoint,
  smsMessagesEndpoint,
  smsCancelEndpoint,
  smsOptOutsEndpoint,
  smsOptOutsAddEndpoint,
  smsOptOutsRemoveEndpoint,
];
