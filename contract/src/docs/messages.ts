// Texts of the documentation page around what it takes from the OpenAPI document.
import type { Language } from '../language.ts';
import { smsMessages } from './sms-messages.ts';
import type { SmsMessages } from './sms-messages.ts';

export interface Messages {
  title: string;
  subtitle: string;
  otherLanguage: { code: Language; name: string };
  firstPayment: string;
  firstPaymentIntro: string;
  thenStatus: string;
  expectAnswer: string;
  payOut: string;
  payOutIntro: string;
  warning: string;
  basics: string;
  basicsPoints: readonly string[];
  endpoints: string;
  callback: string;
  verify: string;
  verifyIntro: string;
  verifyOldWay: string;
  codes: string;
  signing: string;
  signingIntro: string;
  sandbox: string;
  sandboxIntro: (members: string) => string;
  errors: string;
  errorsIntro: string;
  request: string;
  answers: string;
  extras: (family: string) => string;
  noExtras: (families: string) => string;
  commonFields: string;
  examples: string;
  headerKey: (header: string, key: string) => string;
  columns: {
    field: string;
    type: string;
    required: string;
    about: string;
    code: string;
    meaning: string;
    id: string;
    digits: string;
    outcome: string;
  };
  yes: string;
  orElsewhere: string;
  types: {
    string: string;
    number: string;
    integer: string;
    boolean: string;
    object: string;
    array: string;
    null: string;
    or: string;
    max: string;
  };
  machineReadable: string;
  sms: SmsMessages;
}

const english: Messages = {
  title: 'Payments and SMS',
  subtitle:
    'Mobile money, cards, bank transfers, airtime, bills, chat messages and remittances through one API with one key. And SMS to thousands of numbers in one request.',
  otherLanguage: { code: 'fr', name: 'Français' },
  firstPayment: 'Your first payment: collect',
  payOut: 'Pay out',
  payOutIntro: 'The other direction: pays XOF 350 from your balance to a wallet.',
  firstPaymentIntro:
    'A customer pays you XOF 500. Replace <API_KEY> with your API key and run this command; in the sandbox no money moves. Your server must be ready for the callback first:',
  thenStatus: 'Query its status with the identifier you chose:',
  expectAnswer:
    'The response is immediate, with status PENDING. The final result is posted to your callbackUrl:',
  warning:
    'The names of services take the view of the mobile money operator: CASH_OUT collects, out of the customer’s wallet to you; CASH_IN pays out, from your balance into a wallet.',
  basics: 'How requests work',
  basicsPoints: [
    'Every response is HTTP 200 with a JSON body. `code` 2000 and `error` false mean success. `msg` is a readable sentence in the language of your account.',
    'Send the API key in the header `Secretkey` on GET, and in the body field `apiKey` (or the same header) on POST. Never use it in a browser or a mobile app.',
    'On `operation`, any code other than 2000 means that nothing has been or will be executed. If you receive no response, send the same request again: the same `externalTransactionId` never pays twice.',
    'Set your HTTP timeout to at least 60 seconds. Unknown fields are ignored. Duplicate field names and wrong types are rejected.',
    'If HMAC is enabled for your account, each POST carries `Hmac-Signature`, the hexadecimal HMAC-SHA256 of `POST:<Timestamp>:<body>` with your HMAC secret over exactly the bytes you send, and `Timestamp`, the Unix time in milliseconds. Sign every request again: a signature is accepted once, within five minutes.',
    'Amounts in XOF and XAF have no decimals. Balances and fees have up to four.',
    'Every response has a header `X-Request-Id`. Quote it when you contact support.',
  ],
  endpoints: 'Endpoints',
  callback: 'Callback',
  verify: 'Verify callbacks',
  verifyIntro:
    'Anyone can post to your callback URL. Verify `webhook-signature` before you trust anything in the body: it covers the whole body, with your webhook secret (`whsec_…`), which the page Signatures of the portal shows. Any Standard Webhooks library does it; PHP and Python need none.',
  verifyOldWay:
    'The old way, `sha256Hash`, covers only the two identifiers: a callback with another status and another amount keeps a hash that is right. Do not decide by it alone.',
  codes: 'Codes',
  signing: 'Signing requests',
  signingIntro:
    'Only if HMAC is enabled for your account. GET requests are not signed. If a request is rejected with `4001`, `msg` says why: the clock, the unit, the secret, or a body that was serialized again after signing. In Node.js:',
  sandbox: 'Sandbox: choosing the outcome',
  sandboxIntro: (members) =>
    `The last four digits choose the outcome. They are read from the first of these fields that is present: ${members}.`,
  errors: 'Error catalogue',
  errorsIntro:
    '`__amount__` is replaced by the amount. GET /api-services/errors returns this list in the language of your account.',
  request: 'Request',
  answers: 'Responses',
  extras: (family) => `Additional fields: ${family}`,
  noExtras: (families) => `Common fields only: ${families}.`,
  commonFields: 'Fields of every service',
  examples: 'Examples',
  headerKey: (header, key) => `No body. Header: ${header}: ${key}`,
  columns: {
    field: 'Field',
    type: 'Type',
    required: 'Required',
    about: 'Description',
    code: 'Code',
    meaning: 'Meaning',
    id: 'ID',
    digits: 'Last digits',
    outcome: 'Outcome',
  },
  yes: 'yes',
  orElsewhere: 'yes, or from an earlier inquiry',
  types: {
    string: 'string',
    number: 'number',
    integer: 'integer',
    boolean: 'boolean',
    object: 'object',
    array: 'array of',
    null: 'null',
    or: ' or ',
    max: 'up to',
  },
  machineReadable: 'OpenAPI 3.1 description',
  sms: smsMessages.en,
};

const french: Messages = {
  title: 'Paiements et SMS',
  subtitle:
    'Mobile money, cartes, virements, crédit téléphonique, factures, messages instantanés et transferts d’argent : une seule API, une seule clé. Et des SMS vers des milliers de numéros en une requête.',
  otherLanguage: { code: 'en', name: 'English' },
  firstPayment: 'Votre premier paiement : encaisser',
  payOut: 'Payer un portefeuille',
  payOutIntro: 'L’autre sens : verse 350 XOF de votre solde à un portefeuille.',
  firstPaymentIntro:
    'Un client vous paie 500 XOF. Remplacez <API_KEY> par votre clé API, puis exécutez cette commande ; dans le bac à sable, aucun argent ne circule. Votre serveur doit d’abord être prêt à recevoir le callback :',
  thenStatus: 'Consultez son statut avec l’identifiant que vous avez choisi :',
  expectAnswer:
    'La réponse est immédiate, avec le statut PENDING. Le résultat final est envoyé à votre callbackUrl :',
  warning:
    'Attention : les noms des services adoptent le point de vue de l’opérateur mobile. CASH_OUT encaisse : l’argent sort du portefeuille du client et vous revient. CASH_IN paie : l’argent sort de votre solde et entre dans un portefeuille.',
  basics: 'Fonctionnement des requêtes',
  basicsPoints: [
    'Toutes les réponses sont en HTTP 200 avec un corps JSON. `code` 2000 et `error` false indiquent un succès. `msg` est une phrase lisible, dans la langue de votre compte.',
    'Envoyez la clé API dans l’en-tête `Secretkey` en GET, et dans le champ `apiKey` du corps (ou le même en-tête) en POST. Ne l’utilisez jamais dans un navigateur ou une application mobile.',
    'Sur `operation`, tout code autre que 2000 signifie que rien n’a été exécuté et que rien ne le sera. Si vous ne recevez pas de réponse, renvoyez la même requête : le même `externalTransactionId` ne paie jamais deux fois.',
    'Réglez votre délai d’attente HTTP à 60 secondes au moins. Les champs inconnus sont ignorés. Les champs en double et les types incorrects sont rejetés.',
    'Si HMAC est activé pour votre compte, chaque POST porte `Hmac-Signature`, le HMAC-SHA256 en hexadécimal de `POST:<Timestamp>:<corps>` avec votre secret HMAC, sur exactement les octets envoyés, et `Timestamp`, l’heure Unix en millisecondes. Signez de nouveau chaque requête : une signature n’est acceptée qu’une fois, pendant cinq minutes.',
    'Les montants en XOF et XAF n’ont pas de décimales. Les soldes et les frais en ont jusqu’à quatre.',
    'Chaque réponse porte un en-tête `X-Request-Id` : indiquez-le quand vous contactez le support.',
  ],
  endpoints: 'Points d’accès',
  callback: 'Callback',
  verify: 'Vérifier les callbacks',
  verifyIntro:
    'N’importe qui peut appeler votre URL de callback. Vérifiez `webhook-signature` avant de vous fier au corps : elle le couvre en entier, avec votre secret de webhook (`whsec_…`), affiché à la page Signatures du portail. Toute bibliothèque Standard Webhooks convient ; en PHP et en Python, aucune n’est nécessaire.',
  verifyOldWay:
    'L’ancienne méthode, `sha256Hash`, ne couvre que les deux identifiants : un callback dont le statut et le montant ont été changés garde un hash exact. Ne décidez jamais sur ce seul champ.',
  codes: 'Codes',
  signing: 'Signer les requêtes',
  signingIntro:
    'Seulement si HMAC est activé pour votre compte. Les requêtes GET ne sont pas signées. Si une requête est rejetée avec `4001`, `msg` en donne la raison : l’horloge, l’unité, le secret, ou un corps modifié après la signature. En Node.js :',
  sandbox: 'Bac à sable : choisir le résultat',
  sandboxIntro: (members) =>
    `Les quatre derniers chiffres déterminent le résultat. Ils sont lus dans le premier champ présent parmi : ${members}.`,
  errors: 'Catalogue d’erreurs',
  errorsIntro:
    '`__amount__` est remplacé par le montant. GET /api-services/errors renvoie cette liste dans la langue de votre compte.',
  request: 'Requête',
  answers: 'Réponses',
  extras: (family) => `Champs supplémentaires : ${family}`,
  noExtras: (families) => `Champs communs uniquement : ${families}.`,
  commonFields: 'Champs communs à tous les services',
  examples: 'Exemples',
  headerKey: (header, key) => `Pas de corps. En-tête : ${header}: ${key}`,
  columns: {
    field: 'Champ',
    type: 'Type',
    required: 'Obligatoire',
    about: 'Description',
    code: 'Code',
    meaning: 'Signification',
    id: 'ID',
    digits: 'Derniers chiffres',
    outcome: 'Résultat',
  },
  yes: 'oui',
  orElsewhere: 'oui, ou repris d’une consultation précédente',
  types: {
    string: 'chaîne',
    number: 'nombre',
    integer: 'entier',
    boolean: 'booléen',
    object: 'objet',
    array: 'tableau de',
    null: 'null',
    or: ' ou ',
    max: 'jusqu’à',
  },
  machineReadable: 'Description OpenAPI 3.1',
  sms: smsMessages.fr,
};

export const messages: Record<Language, Messages> = { fr: french, en: english };
