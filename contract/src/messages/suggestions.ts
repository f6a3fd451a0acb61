// What a refusal adds to its sentence: what was probably meant, and the way on.
import type { Language } from '../language.ts';

/** Why a callback address is not called. */
export const addressReasons = [
  'notAbsolute',
  'notHttps',
  'credentials',
  'port',
  'ownService',
  'notPublic',
] as const;
export type AddressReason = (typeof addressReasons)[number];

/** A suggestion for a field of a payment or claim; the language decides the wording. */
export type Suggestion =
  { type: 'member'; given: string; meant: string } | { type: 'address'; reason: AddressReason };

export interface Suggestions {
  didYouMean(word: string): string;
  memberMeant(given: string, meant: string): string;
  /** `place`: a header or `?apiKey=`. */
  keyElsewhere(place: string): string;
  smsKeyElsewhere(place: string): string;
  isSmsKey(): string;
  isPaymentsKey(): string;
  /** Amounts with their currency. */
  limits(values: { minimum?: string; maximum?: string; multipleOf?: string }): string;
  /** The operator's limit for the account. */
  ownMaximum(maximum: string): string;
  address: Record<AddressReason, string>;
  /** For those whom no callback reaches. */
  readEvents: string;
}

const eventsPath = 'GET /api-services/events';

export const suggestions: Record<Language, Suggestions> = {
  en: {
    didYouMean: (word) => `Did you mean ${word}?`,
    memberMeant: (given, meant) => `Did you mean ${meant} instead of ${given}?`,
    keyElsewhere: (place) =>
      `We saw ${place}: send the key in the body field apiKey or in the header Secretkey.`,
    smsKeyElsewhere: (place) =>
      `We saw ${place}: send the key in the body field app_key, or in the header App-Key on GET.`,
    isSmsKey: () => 'This is an SMS key (js_…): payments take an API key (jk_…).',
    isPaymentsKey: () => 'This is an API key of payments (jk_…): SMS take an app key (js_…).',
    limits: ({ minimum, maximum, multipleOf }) =>
      sentence('This service takes amounts', [
        minimum === undefined ? null : `from ${minimum}`,
        maximum === undefined ? null : `up to ${maximum}`,
        multipleOf === undefined ? null : `in multiples of ${multipleOf}`,
      ]),
    ownMaximum: (maximum) => `The maximum of your account is ${maximum} an operation.`,
    address: {
      notAbsolute: 'Write the whole address, beginning with https:// or http://.',
      notHttps: 'In live mode a callback address begins with https://.',
      credentials: 'Leave out user, password and what follows #.',
      port: 'Use port 443, 8443 or another one above 1023 that is not known for another service.',
      ownService: 'That port is one of the gateway itself: give the port of your own server.',
      notPublic: `It is in a private network, or the gateway’s own: the operator allows a network with JOKKO_OUTBOUND_ALLOW.`,
    },
    readEvents: `Without a public address, have callbacks brought by jokko-dev listen, or read results from ${eventsPath}.`,
  },
  fr: {
    didYouMean: (word) => `Vouliez-vous dire ${word} ?`,
    memberMeant: (given, meant) => `Vouliez-vous dire ${meant} au lieu de ${given} ?`,
    keyElsewhere: (place) =>
      `Nous avons vu ${place} : envoyez la clé dans le champ apiKey du corps ou dans l'en-tête Secretkey.`,
    smsKeyElsewhere: (place) =>
      `Nous avons vu ${place} : envoyez la clé dans le champ app_key du corps, ou dans l'en-tête App-Key en GET.`,
    isSmsKey: () => "C'est une clé SMS (js_…) : les paiements demandent une clé API (jk_…).",
    isPaymentsKey: () =>
      "C'est une clé API des paiements (jk_…) : les SMS demandent une clé d'application (js_…).",
    limits: ({ minimum, maximum, multipleOf }) =>
      sentence('Ce service accepte des montants', [
        minimum === undefined ? null : `à partir de ${minimum}`,
        maximum === undefined ? null : `jusqu'à ${maximum}`,
        multipleOf === undefined ? null : `par multiples de ${multipleOf}`,
      ]),
    ownMaximum: (maximum) => `Le maximum de votre compte est de ${maximum} par opération.`,
    address: {
      notAbsolute: "Écrivez l'adresse entière, avec https:// ou http:// au début.",
      notHttps: 'En production, une adresse de callback commence par https://.',
      credentials: "Retirez l'utilisateur, le mot de passe et ce qui suit #.",
      port: "Utilisez le port 443, 8443 ou un autre au-dessus de 1023 qui n'est pas connu pour un autre service.",
      ownService:
        'Ce port est celui de la passerelle elle-même : indiquez le port de votre propre serveur.',
      notPublic: `Elle est dans un réseau privé, ou celle de la passerelle : l'opérateur autorise un réseau avec JOKKO_OUTBOUND_ALLOW.`,
    },
    readEvents: `Sans adresse publique, recevez les callbacks avec jokko-dev listen, ou lisez les résultats avec ${eventsPath}.`,
  },
};

function sentence(subject: string, parts: readonly (string | null)[]): string {
  return `${subject} ${parts.filter((part) => part !== null).join(', ')}.`;
}
