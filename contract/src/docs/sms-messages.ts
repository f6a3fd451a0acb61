// Texts of the documentation page about the SMS interface.
import type { Language } from '../language.ts';

export interface SmsMessages {
  title: string;
  intro: string;
  points: readonly string[];
  codes: string;
  refusal: string;
  endpoints: string;
  inbound: string;
}

export const smsMessages: Record<Language, SmsMessages> = {
  en: {
    title: 'SMS',
    intro:
      'Send one text to up to 10,000 numbers in one request. Replace <APP_KEY> with the key of your SMS application.',
    points: [
      'Send the key in the body field `app_key` on POST, and in the header `App-Key` on GET. It is not the API key for payments. Never use it in a browser or a mobile app.',
      'All or nothing: if one number is invalid, nothing is sent. `data` names it and says why.',
      'Accepted messages are stored durably. The header `X-Batch-Id` holds the ID of the batch for later queries.',
      'If you receive no response, send the request again with the same `Idempotency-Key`: you receive the first response, and nothing is sent twice.',
      'Price: parts × price of the destination for each recipient, charged to your balance when the request is accepted. A part holds 160 characters of the GSM alphabet (153 if there are several parts), or 70 if the text contains any other character (67 if there are several). Use `sms-preview` before you send.',
      'Characters outside the GSM alphabet (ê, ç, œ, «, ɛ, ɔ, ŋ) are replaced by the closest GSM ones if the whole text then fits the GSM alphabet. You can turn this off for your application. No character is ever replaced by a question mark.',
      'A recipient who replies STOP is added to your opt-outs. Further messages to that number are rejected.',
    ],
    codes: 'SMS API codes',
    refusal: 'Error response of every endpoint:',
    endpoints: 'SMS API endpoints',
    inbound: 'Inbound messages',
  },
  fr: {
    title: 'SMS',
    intro:
      'Envoyez un texte à 10 000 numéros au plus en une requête. Remplacez <APP_KEY> par la clé de votre application SMS.',
    points: [
      'Envoyez la clé dans le champ `app_key` du corps en POST, et dans l’en-tête `App-Key` en GET. Ce n’est pas la clé API des paiements. Ne l’utilisez jamais dans un navigateur ou une application mobile.',
      'Tout ou rien : si un numéro est invalide, rien n’est envoyé. `data` indique lequel et pourquoi.',
      'Les messages acceptés sont enregistrés de façon durable. L’en-tête `X-Batch-Id` donne l’ID de l’envoi pour les consultations.',
      'Si vous ne recevez pas de réponse, renvoyez la requête avec la même `Idempotency-Key` : vous recevez la première réponse, et rien n’est envoyé deux fois.',
      'Prix : segments × prix de la destination pour chaque destinataire, débité de votre solde à l’acceptation. Un segment contient 160 caractères de l’alphabet GSM (153 s’il y en a plusieurs), ou 70 si le texte contient un autre caractère (67 s’il y en a plusieurs). Utilisez `sms-preview` avant d’envoyer.',
      'Les caractères hors de l’alphabet GSM (ê, ç, œ, «, ɛ, ɔ, ŋ) sont remplacés par les plus proches si tout le texte tient alors dans l’alphabet GSM. Vous pouvez désactiver ce remplacement pour votre application. Aucun caractère n’est remplacé par un point d’interrogation.',
      'Un destinataire qui répond STOP est ajouté à vos désinscriptions. Les messages suivants vers ce numéro sont rejetés.',
    ],
    codes: 'Codes de l’API SMS',
    refusal: 'Réponse d’erreur de tous les points d’accès :',
    endpoints: 'Points d’accès de l’API SMS',
    inbound: 'Messages reçus',
  },
};
