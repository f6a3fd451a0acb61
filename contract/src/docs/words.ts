// What does the documentation page itself say, around what it takes from the OpenAPI document?
import type { Language } from '../language.ts';
import { smsWords } from './sms-words.ts';
import type { SmsWords } from './sms-words.ts';

export interface Words {
  title: string;
  subtitle: string;
  otherLanguage: { code: Language; name: string };
  firstPayment: string;
  firstPaymentIntro: string;
  thenStatus: string;
  expectAnswer: string;
  warning: string;
  basics: string;
  basicsPoints: readonly string[];
  endpoints: string;
  callback: string;
  verifyIntro: string;
  verifySignatureIntro: string;
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
  families: Record<string, string>;
  machineReadable: string;
  sms: SmsWords;
}

const english: Words = {
  title: 'Payments and SMS',
  subtitle:
    'Mobile money, cards, bank transfers, airtime, bills, messages and remittances: one key, one way of calling. And SMS to thousands at once.',
  otherLanguage: { code: 'fr', name: 'Français' },
  firstPayment: 'Your first payment',
  firstPaymentIntro: 'Put your API key in place of <API_KEY> and run this. It pays 350 to a wallet; in the sandbox no money moves.',
  thenStatus: 'Ask for its status (you give the identifier you chose):',
  expectAnswer: 'The answer comes at once, with status PENDING; the final result is posted to your callbackUrl:',
  warning:
    'Mind the words: CASHIN pays the owner of the phone and debits your balance. To collect money from a customer, use a CASHOUT service.',
  basics: 'How calls work',
  basicsPoints: [
    'Every outcome is HTTP 200 with a JSON body. `code` 2000 and `error` false mean success; `msg` is a sentence for people, in the language of your account.',
    'The key: header `Secretkey` on GET, body member `apiKey` (or the same header) on POST. Never use it in a browser or an app.',
    'On `operation`, any code but 2000 means that nothing was and nothing will be executed. If you get no answer at all, send the same request again: the same `externalTransactionId` never pays twice.',
    'Set your HTTP time-out to at least 60 seconds. Unknown members are ignored; duplicate member names and wrong types are refused.',
    'With HMAC turned on for your account, each POST carries `Hmac-Signature`, the hexadecimal HMAC-SHA256 of `POST:<Timestamp>:<body>` with your HMAC secret over exactly the bytes that you send, and `Timestamp`, Unix time in milliseconds. Sign anew for each request: a signature is accepted once, for five minutes.',
    'Amounts in XOF and XAF have no decimals. Balances and commissions carry up to four.',
    'Each answer has a header `X-Request-Id`: quote it when you ask for help.',
  ],
  endpoints: 'Endpoints',
  callback: 'Callback',
  verifyIntro: 'Check that a callback comes from us before you believe it (Node.js):',
  verifySignatureIntro:
    'Better still, check the signature: it covers the whole body, not only the two identifiers. Any Standard Webhooks library does it too:',
  codes: 'Codes',
  signing: 'Signing requests',
  signingIntro:
    'Only where HMAC is turned on for your account. GET requests are not signed. A refusal (`4001`) says in `msg` what is wrong: a clock, a unit, the secret, or a body that was written anew after signing. In Node.js:',
  sandbox: 'Sandbox: choosing the outcome',
  sandboxIntro: (members) => `Four last digits choose what happens. They are read from the first present of: ${members}.`,
  errors: 'Error catalogue',
  errorsIntro: '`__amount__` is replaced by the amount. GET /api-services/errors answers this list in the language of your account.',
  request: 'Request',
  answers: 'Answers',
  extras: (family) => `More fields: ${family}`,
  noExtras: (families) => `Common fields alone: ${families}.`,
  commonFields: 'Fields of every service',
  examples: 'Examples',
  headerKey: (header, key) => `No body. Header: ${header}: ${key}`,
  columns: {
    field: 'Field',
    type: 'Type',
    required: 'Required',
    about: 'What it is',
    code: 'Code',
    meaning: 'Meaning',
    id: 'Id',
    digits: 'Last digits',
    outcome: 'What happens',
  },
  yes: 'yes',
  orElsewhere: 'yes, or from an earlier look-up',
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
  families: {
    plain: 'cash-in and airtime',
    wallet: 'collecting from a wallet (cash-out)',
    card: 'bank card',
    bankTransfer: 'bank transfer',
    billPay: 'bills (_BILL_PAY)',
    reload: 'reloads (_BILL_RELOAD)',
    chat: 'chat messages',
    remitSend: 'sending a remittance',
    remitReceive: 'receiving a remittance',
  },
  machineReadable: 'Machine-readable description (OpenAPI 3.1)',
  sms: smsWords.en,
};

const french: Words = {
  title: 'Paiements et SMS',
  subtitle:
    'Mobile money, cartes, virements, crédit téléphonique, factures, messages et transferts d’argent : une seule clé, une seule façon d’appeler. Et des SMS par milliers.',
  otherLanguage: { code: 'en', name: 'English' },
  firstPayment: 'Votre premier paiement',
  firstPaymentIntro:
    'Mettez votre clé API à la place de <API_KEY> et lancez ceci. 350 sont payés à un portefeuille ; dans le bac à sable, aucun argent ne bouge.',
  thenStatus: 'Demandez son statut (avec l’identifiant que vous avez choisi) :',
  expectAnswer: 'La réponse arrive aussitôt, avec le statut PENDING ; le résultat final est envoyé à votre callbackUrl :',
  warning:
    'Attention aux mots : CASHIN paie le propriétaire du téléphone et débite votre solde. Pour encaisser un client, utilisez un service CASHOUT.',
  basics: 'Comment fonctionnent les appels',
  basicsPoints: [
    'Tout résultat est un HTTP 200 avec un corps JSON. `code` 2000 et `error` false signifient le succès ; `msg` est une phrase lisible, dans la langue de votre compte.',
    'La clé : en-tête `Secretkey` en GET, membre `apiKey` du corps (ou le même en-tête) en POST. Ne l’utilisez jamais dans un navigateur ou une application.',
    'Sur `operation`, tout code autre que 2000 signifie que rien n’a été ni ne sera exécuté. Sans aucune réponse, renvoyez la même requête : le même `externalTransactionId` ne paie jamais deux fois.',
    'Réglez votre délai HTTP à 60 secondes au moins. Les membres inconnus sont ignorés ; les noms de membre en double et les mauvais types sont refusés.',
    'Si HMAC est activé pour votre compte, chaque POST porte `Hmac-Signature`, le HMAC-SHA256 en hexadécimal de `POST:<Timestamp>:<corps>` avec votre secret HMAC, sur exactement les octets envoyés, et `Timestamp`, l’heure Unix en millisecondes. Signez chaque requête à nouveau : une signature est acceptée une fois, pendant cinq minutes.',
    'Les montants en XOF et XAF n’ont pas de décimales. Les soldes et commissions en ont jusqu’à quatre.',
    'Chaque réponse a un en-tête `X-Request-Id` : citez-le quand vous demandez de l’aide.',
  ],
  endpoints: 'Points d’accès',
  callback: 'Callback',
  verifyIntro: 'Vérifiez qu’un callback vient de nous avant de le croire (Node.js) :',
  verifySignatureIntro:
    'Mieux, vérifiez la signature : elle couvre tout le corps et pas seulement les deux identifiants. Toute bibliothèque Standard Webhooks le fait aussi :',
  codes: 'Codes',
  signing: 'Signer les requêtes',
  signingIntro:
    'Seulement si HMAC est activé pour votre compte. Les requêtes GET ne sont pas signées. Un refus (`4001`) dit dans `msg` ce qui ne va pas : une horloge, une unité, le secret, ou un corps réécrit après la signature. En Node.js :',
  sandbox: 'Bac à sable : choisir le résultat',
  sandboxIntro: (members) =>
    `Quatre derniers chiffres décident de la suite. Ils sont lus dans le premier membre présent parmi : ${members}.`,
  errors: 'Catalogue d’erreurs',
  errorsIntro: '`__amount__` est remplacé par le montant. GET /api-services/errors répond cette liste dans la langue de votre compte.',
  request: 'Requête',
  answers: 'Réponses',
  extras: (family) => `Champs en plus : ${family}`,
  noExtras: (families) => `Champs communs seulement : ${families}.`,
  commonFields: 'Champs de tous les services',
  examples: 'Exemples',
  headerKey: (header, key) => `Pas de corps. En-tête : ${header}: ${key}`,
  columns: {
    field: 'Champ',
    type: 'Type',
    required: 'Requis',
    about: 'Description',
    code: 'Code',
    meaning: 'Signification',
    id: 'Id',
    digits: 'Derniers chiffres',
    outcome: 'Ce qui se passe',
  },
  yes: 'oui',
  orElsewhere: 'oui, ou d’une consultation précédente',
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
  families: {
    plain: 'cash-in et crédit téléphonique',
    wallet: 'encaissement par portefeuille (cash-out)',
    card: 'carte bancaire',
    bankTransfer: 'virement bancaire',
    billPay: 'factures (_BILL_PAY)',
    reload: 'recharges (_BILL_RELOAD)',
    chat: 'messages instantanés',
    remitSend: 'envoi d’un transfert d’argent',
    remitReceive: 'réception d’un transfert d’argent',
  },
  machineReadable: 'Description lisible par machine (OpenAPI 3.1)',
  sms: smsWords.fr,
};

export const words: Record<Language, Words> = { fr: french, en: english };
