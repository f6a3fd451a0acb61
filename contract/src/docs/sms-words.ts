// What does the documentation page itself say about the SMS interface?
import type { Language } from '../language.ts';

export interface SmsWords {
  title: string;
  intro: string;
  points: readonly string[];
  codes: string;
  refusal: string;
  endpoints: string;
  inbound: string;
}

export const smsWords: Record<Language, SmsWords> = {
  en: {
    title: 'SMS',
    intro: 'One text to up to 10,000 numbers in one request. Put the key of your SMS application in place of <APP_KEY>.',
    points: [
      'The key: body member `app_key` on POST, header `App-Key` on GET. It is not the API key of payments. Never use it in a browser or an app.',
      'All or nothing: one bad number, and nothing of the request is sent. `data` tells which and why.',
      'Accepted means stored: the messages survive a power cut. The header `X-Batch-Id` names the batch for look-ups.',
      'No answer? Send the request again with the same `Idempotency-Key`: it is answered as the first time, and nothing is sent twice.',
      'Price: parts × price of the destination for each recipient, taken from your balance when the request is accepted. 160 characters of the GSM alphabet make one part (then 153 a part), 70 where another character is in the text (then 67). Ask `sms-preview` before you send.',
      'Accents that would cost parts (ê, ç, œ, «) and letters such as ɛ, ɔ, ŋ are written without them, where the whole text then fits the GSM alphabet; your application can turn that off. Nothing ever becomes a question mark.',
      'A person who answers STOP is in your list of opt-outs; further messages to that number are refused.',
    ],
    codes: 'Codes of the SMS interface',
    refusal: 'A refusal, of every endpoint:',
    endpoints: 'Endpoints of the SMS interface',
    inbound: 'Messages that come in',
  },
  fr: {
    title: 'SMS',
    intro: 'Un texte à 10 000 numéros au plus en une requête. Mettez la clé de votre application SMS à la place de <APP_KEY>.',
    points: [
      'La clé : membre `app_key` du corps en POST, en-tête `App-Key` en GET. Ce n’est pas la clé API des paiements. Ne l’utilisez jamais dans un navigateur ou une application.',
      'Tout ou rien : un seul mauvais numéro, et rien de la requête n’est envoyé. `data` dit lequel et pourquoi.',
      'Accepté veut dire enregistré : les messages survivent à une coupure de courant. L’en-tête `X-Batch-Id` désigne l’envoi pour les consultations.',
      'Pas de réponse ? Renvoyez la requête avec la même `Idempotency-Key` : elle reçoit la première réponse, et rien n’est envoyé deux fois.',
      'Prix : parties × prix de la destination pour chaque destinataire, prélevé sur votre solde à l’acceptation. 160 caractères de l’alphabet GSM font une partie (puis 153 par partie), 70 si un autre caractère est dans le texte (puis 67). Demandez `sms-preview` avant d’envoyer.',
      'Les accents qui coûteraient des parties (ê, ç, œ, «) et des lettres comme ɛ, ɔ, ŋ sont écrits sans eux, si tout le texte tient alors dans l’alphabet GSM ; votre application peut le désactiver. Rien ne devient jamais un point d’interrogation.',
      'Une personne qui répond STOP est dans votre liste de désinscriptions ; d’autres messages vers ce numéro sont refusés.',
    ],
    codes: 'Codes de l’interface SMS',
    refusal: 'Un refus, sur tous les points d’accès :',
    endpoints: 'Points d’accès SMS',
    inbound: 'Messages reçus',
  },
};
