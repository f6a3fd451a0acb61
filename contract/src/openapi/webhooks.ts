// Describes the webhooks that the gateway sends to its clients.

import { callbackExamples } from '../callback.ts';
import { described } from '../check/described.ts';
import { claimCallbackExamples } from '../endpoints/claim.ts';
import { payoutCallbackExamples } from '../endpoints/payouts.ts';
import { smsReportsExamples } from '../sms/reports.ts';
import { smsInboundExamples } from '../sms/inbound.ts';
import type { ExampleObject, OpenapiDocument, OperationObject } from './document.ts';
import { jsonContent } from './operation.ts';
import { operationIdOf } from './operation-ids.ts';
import { schemaRef } from './plain-schema.ts';
import { callbackSignatureHeaders } from './signature-headers.ts';

type Titles<Name extends string> = Record<Name, readonly [english: string, french: string]>;

const delivered = {
  '200': described(
    'Delivered. Any other status counts as a failure.',
    'Remis. Tout autre statut compte comme un échec.',
  ),
};

const signedNotKeyed: readonly Record<string, readonly string[]>[] = [];

type Described = Omit<OperationObject, 'operationId' | 'security' | 'parameters' | 'responses'>;

export const webhooks = (): OpenapiDocument['webhooks'] =>
  Object.fromEntries(
    Object.entries(sent).map(([name, operation]) => [name, { post: webhook(name, operation) }]),
  );

/** The gateway sends no key of yours: its signature headers are parameters. */
function webhook(name: string, operation: Described): OperationObject {
  return {
    operationId: operationIdOf(name),
    ...operation,
    security: signedNotKeyed,
    parameters: callbackSignatureHeaders,
    responses: delivered,
  };
}

function body(
  schema: Parameters<typeof schemaRef>[0],
  examples: Record<string, ExampleObject>,
): NonNullable<OperationObject['requestBody']> {
  return { required: true, content: jsonContent({ schema: schemaRef(schema), examples }) };
}

function titled<Name extends string>(
  examples: readonly { name: Name; body: unknown }[],
  titles: Titles<Name>,
): Record<string, ExampleObject> {
  return Object.fromEntries(
    examples.map(({ name, body }) => [
      name,
      { summary: titles[name][0], 'x-summary-fr': titles[name][1], value: body },
    ]),
  );
}

const sent: Readonly<Record<string, Described>> = {
  'transaction-result': {
    summary: 'Final result of a transaction',
    'x-summary-fr': 'Résultat final d’une transaction',
    description:
      'Posted to the callbackUrl of the transaction when it reaches SUCCESS or FAILLED. Answer HTTP 200 within 15 seconds; otherwise the callback is retried every minute for 72 hours. Verify webhook-signature, which covers the whole body (sha256Hash, the old way, covers only the two identifiers), and ignore a transaction that you already processed.',
    'x-description-fr':
      'Envoyé au callbackUrl de la transaction quand elle atteint SUCCESS ou FAILLED. Répondez HTTP 200 en moins de 15 secondes ; sinon le callback est renvoyé chaque minute pendant 72 heures. Vérifiez webhook-signature, qui couvre tout le corps (sha256Hash, l’ancienne méthode, ne couvre que les deux identifiants), et ignorez une transaction déjà traitée.',
    tags: ['callback'],
    requestBody: body(
      'Callback',
      titled(callbackExamples, {
        success: ['Success', 'Succès'],
        voucher: ['Success with a voucher', 'Succès avec un code acheté'],
        failure: ['Failure', 'Échec'],
      }),
    ),
  },
  'claim-updated': {
    summary: 'Change of a claim',
    'x-summary-fr': 'Changement d’une réclamation',
    description:
      'Posted to the callbackUrl of the claim at each change of its state: IN_PROGRESS, RESOLVED or REJECTED, CLOSED, and IN_PROGRESS again when it is reopened. Answer HTTP 200 within 15 seconds; otherwise the callback is retried every minute for 72 hours. Verify the signature, and ignore a change whose updatedAt is not later than the one you have.',
    'x-description-fr':
      'Envoyé au callbackUrl de la réclamation à chaque changement d’état : IN_PROGRESS, RESOLVED ou REJECTED, CLOSED, et de nouveau IN_PROGRESS à la réouverture. Répondez HTTP 200 en moins de 15 secondes ; sinon le callback est renvoyé chaque minute pendant 72 heures. Vérifiez la signature et ignorez un changement dont updatedAt n’est pas postérieur à celui que vous avez.',
    tags: ['callback'],
    requestBody: body(
      'ClaimCallback',
      titled(claimCallbackExamples, { resolved: ['Resolved', 'Résolue'] }),
    ),
  },
  'payout-ended': {
    summary: 'End of a batch of payouts',
    'x-summary-fr': 'Fin d’un lot de paiements',
    description:
      'Posted once to the callbackUrl of a batch made by API when it is done, canceled or refused. Answer HTTP 200 within 15 seconds; otherwise the callback is retried every minute for 72 hours. Verify the signature, and ignore an ID that you already processed. The result of each line comes in a callback of its own.',
    'x-description-fr':
      'Envoyé une fois au callbackUrl d’un lot créé par API quand il est terminé (done), annulé (canceled) ou refusé (refused). Répondez HTTP 200 en moins de 15 secondes ; sinon le callback est renvoyé chaque minute pendant 72 heures. Vérifiez la signature et ignorez un ID déjà traité. Le résultat de chaque ligne arrive dans son propre callback.',
    tags: ['callback'],
    requestBody: body(
      'PayoutCallback',
      titled(payoutCallbackExamples, { done: ['Done', 'Terminé'] }),
    ),
  },
  'sms-inbound': {
    summary: 'Inbound message',
    'x-summary-fr': 'Message reçu',
    description:
      'Posted to the inbound URL of the SMS application. Answer HTTP 200 within 15 seconds; otherwise the callback is retried every minute for 72 hours. Verify the signature, and ignore an ID that you already processed. Opt-outs are recorded before you are notified.',
    'x-description-fr':
      'Envoyé à l’URL de réception de l’application SMS. Répondez HTTP 200 en moins de 15 secondes ; sinon le callback est renvoyé chaque minute pendant 72 heures. Vérifiez la signature et ignorez un ID déjà traité. Les désinscriptions sont enregistrées avant de vous être notifiées.',
    tags: ['sms'],
    requestBody: body(
      'SmsInbound',
      titled(smsInboundExamples, {
        keyword: ['A reply with your keyword', 'Une réponse avec votre mot-clé'],
        stop: ['STOP', 'STOP'],
      }),
    ),
  },
  'sms-reports': {
    summary: 'Delivery reports',
    'x-summary-fr': 'Rapports de remise',
    description:
      'Posted to the callbackUrl of the request, else to the report URL of the SMS application: the final states of up to 100 recipients. Answer HTTP 200 within 15 seconds; otherwise the callback is retried every minute for 72 hours. Reports of one recipient come in order. Verify the signature, and ignore an ID that you already processed. The state of a batch can be queried at any time.',
    'x-description-fr':
      'Envoyé au callbackUrl de la requête, sinon à l’URL de rapports de l’application SMS : les états définitifs de 100 destinataires au plus. Répondez HTTP 200 en moins de 15 secondes ; sinon le callback est renvoyé chaque minute pendant 72 heures. Les rapports d’un destinataire arrivent dans l’ordre. Vérifiez la signature et ignorez un ID déjà traité. L’état d’un envoi peut être consulté à tout moment.',
    tags: ['sms'],
    requestBody: body(
      'SmsReports',
      titled(smsReportsExamples, { two: ['Two recipients', 'Deux destinataires'] }),
    ),
  },
};
