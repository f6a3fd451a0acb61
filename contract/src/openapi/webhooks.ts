// Which calls does the gateway make to its clients? The result of a transaction, and a message that somebody sent to a number of an application.
import { callbackExamples } from '../callback.ts';
import { smsInboundExamples } from '../sms/inbound.ts';
import type { ExampleObject, OpenapiDocument, OperationObject } from './document.ts';
import { jsonContent } from './operation.ts';
import { schemaRef } from './schemas.ts';
import { callbackSignatureHeaders } from './signature-headers.ts';

type Titles<Name extends string> = Record<Name, readonly [english: string, french: string]>;

const delivered = { '200': { description: 'Delivered. Any other status counts as a failure.' } };

export function webhooks(): OpenapiDocument['webhooks'] {
  return { 'transaction-result': { post: transactionResult() }, 'sms-inbound': { post: smsInbound() } };
}

function transactionResult(): OperationObject {
  const titles = { success: ['Success', 'Succès'], failure: ['Failure', 'Échec'] } as const;
  return {
    operationId: 'transaction-result',
    summary: 'Final result of a transaction',
    'x-summary-fr': "Résultat final d'une transaction",
    description:
      'Posted to the callbackUrl of the transaction when it reached SUCCESS or FAILLED. Answer HTTP 200, within 15 seconds; anything else is tried again every minute for 72 hours. Check sha256Hash or, better, a signature, which covers the whole body, and ignore a transaction that you already processed.',
    'x-description-fr':
      'Envoyé au callbackUrl de la transaction quand elle atteint SUCCESS ou FAILLED. Répondez HTTP 200 en moins de 15 secondes ; toute autre réponse est retentée chaque minute pendant 72 heures. Vérifiez sha256Hash ou, mieux, une signature, qui couvre tout le corps, et ignorez une transaction déjà traitée.',
    tags: ['callback'],
    parameters: callbackSignatureHeaders,
    requestBody: { required: true, content: jsonContent({ schema: schemaRef('Callback'), examples: titled(callbackExamples, titles) }) },
    responses: delivered,
  };
}

function smsInbound(): OperationObject {
  const titles = { keyword: ['An answer with your keyword', 'Une réponse avec votre mot-clé'], stop: ['STOP', 'STOP'] } as const;
  return {
    operationId: 'sms-inbound',
    summary: 'A message that somebody sent to your number',
    'x-summary-fr': 'Un message que quelqu’un a envoyé à votre numéro',
    description:
      'Posted to the inbound address of the SMS application. Answer HTTP 200, within 15 seconds; anything else is tried again every minute for 72 hours. Check the signature, and ignore an id that you already processed. Opt-outs are recorded before you are told.',
    'x-description-fr':
      'Envoyé à l’adresse de réception de l’application SMS. Répondez HTTP 200 en moins de 15 secondes ; toute autre réponse est retentée chaque minute pendant 72 heures. Vérifiez la signature et ignorez un id déjà traité. Les désinscriptions sont enregistrées avant de vous être annoncées.',
    tags: ['sms'],
    parameters: callbackSignatureHeaders,
    requestBody: {
      required: true,
      content: jsonContent({ schema: schemaRef('SmsInbound'), examples: titled(smsInboundExamples, titles) }),
    },
    responses: delivered,
  };
}

function titled<Name extends string>(
  examples: readonly { name: Name; body: unknown }[],
  titles: Titles<Name>,
): Record<string, ExampleObject> {
  return Object.fromEntries(
    examples.map(({ name, body }) => [name, { summary: titles[name][0], 'x-summary-fr': titles[name][1], value: body }]),
  );
}
