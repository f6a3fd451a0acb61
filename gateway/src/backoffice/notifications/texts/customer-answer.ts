// The text of an answer to a customer: written where the transaction is known
// (transactions/customer-answer.ts).

import type { NotificationParameters } from '../kinds.ts';
import type { Message } from '../message.ts';

export const customerAnswerText = ({
  text,
}: NotificationParameters['customerAnswer']): Message => ({
  subject: text,
  paragraphs: [],
  footer: '',
});
