// Signature headers on requests of accounts that sign and on callbacks (rules M1, C5).
import { signatureHeader, timestampHeader, webhookHeaders } from '../signing/index.ts';
import type { ParameterObject } from './document.ts';

function header(name: string, required: boolean, english: string, french: string): ParameterObject {
  return {
    name,
    in: 'header',
    required,
    description: english,
    'x-description-fr': french,
    schema: { type: 'string' },
  };
}

/** The headers of a POST: needed once HMAC is turned on for the account. */
export const requestSignatureHeaders: readonly ParameterObject[] = [
  header(
    signatureHeader,
    false,
    'If HMAC is enabled: hexadecimal HMAC-SHA256 of `POST:<Timestamp>:<body>` with the HMAC secret, over exactly the bytes that are sent. Accepted once.',
    'Si HMAC est activé : HMAC-SHA256, en hexadécimal, de `POST:<Timestamp>:<corps>` avec le secret HMAC, sur exactement les octets envoyés. Acceptée une fois.',
  ),
  header(
    timestampHeader,
    false,
    'If HMAC is enabled: Unix time in milliseconds, at most 5 minutes old and at most 1 minute ahead.',
    'Si HMAC est activé : heure Unix en millisecondes, avec au plus 5 minutes de retard et 1 minute d’avance.',
  ),
];

export const callbackSignatureHeaders: readonly ParameterObject[] = [
  header(webhookHeaders.id, true, 'The same for every attempt.', 'Le même à chaque tentative.'),
  header(
    webhookHeaders.timestamp,
    true,
    'Unix time of the attempt, in seconds.',
    'Heure Unix de la tentative, en secondes.',
  ),
  header(
    webhookHeaders.signature,
    true,
    'Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, with the base64 key after `whsec_` in your webhook secret. Several, separated by spaces, while a secret is being rotated.',
    'Standard Webhooks : `v1,` puis le HMAC-SHA256 en base64 de `<webhook-id>.<webhook-timestamp>.<corps>`, avec la clé en base64 qui suit `whsec_` dans votre secret. Plusieurs, séparées par des espaces, pendant le remplacement d’un secret.',
  ),
  header(
    signatureHeader,
    false,
    'If HMAC is enabled: hexadecimal HMAC-SHA256 of `POST:<Timestamp>:<body>` with the HMAC secret.',
    'Si HMAC est activé : HMAC-SHA256, en hexadécimal, de `POST:<Timestamp>:<corps>` avec le secret HMAC.',
  ),
  header(
    timestampHeader,
    false,
    'If HMAC is enabled: Unix time of the attempt, in milliseconds.',
    'Si HMAC est activé : heure Unix de la tentative, en millisecondes.',
  ),
];
