// Messages to callers of the SMS interface in French.
import { smsContentUnitsMax } from '../encoding.ts';
import { smsCharsetNames, smsPageMax, smsRecipientsMax } from '../fields.ts';
import { smsScheduleDaysMax } from '../schedule.ts';
import { smsStates } from '../states.ts';
import { numberText } from './number-fr.ts';
import type { SmsTexts } from './texts.ts';

const plural = (count: number, one: string, several: string): string =>
  `${count} ${count < 2 ? one : several}`;

export const french: SmsTexts = {
  accepted: ({ recipients }) => plural(recipients, 'message accepté', 'messages acceptés'),
  ok: () => 'OK',
  optOutsAdded: ({ count }) =>
    plural(count, 'numéro ajouté aux désinscriptions', 'numéros ajoutés aux désinscriptions'),
  optOutsRemoved: ({ count }) =>
    plural(count, 'numéro retiré des désinscriptions', 'numéros retirés des désinscriptions'),

  invalidRequest: () => "Requête invalide : rien n'a été exécuté. Voyez les champs dans data.",
  numbersRefused: ({ count }) =>
    count === 1
      ? "Un numéro a été refusé : rien n'a été exécuté."
      : `${count} numéros ont été refusés : rien n'a été exécuté.`,

  fault: {
    'app_key.missing': "L'app_key est absente.",
    'app_key.notText': "L'app_key doit être une chaîne de caractères.",
    'app_key.wrong': "L'app_key est invalide.",
    'sender.missing': "L'expéditeur (sender) est absent.",
    'sender.notText': "L'expéditeur (sender) doit être une chaîne de caractères.",
    'sender.empty': "L'expéditeur (sender) ne doit pas être vide.",
    'sender.tooLong':
      "L'expéditeur (sender) est trop long : 11 caractères au plus, ou un numéro de 15 chiffres au plus.",
    'sender.forbiddenCharacters':
      "L'expéditeur (sender) contient des caractères non autorisés : les lettres de l'alphabet GSM, les chiffres, les espaces et les signes courants sont permis, @ ne l'est pas.",
    'sender.notAllowed':
      "Cet expéditeur (sender) n'est pas autorisé pour votre application ou pour l'un des destinataires.",
    'content.missing': 'Le contenu (content) est absent.',
    'content.notText': 'Le contenu (content) doit être une chaîne de caractères.',
    'content.empty': 'Le contenu (content) ne doit pas être vide.',
    'content.tooLong': `Le contenu est trop long : ${smsContentUnitsMax} caractères au plus.`,
    'content.cardNumber':
      'Le contenu (content) contient ce qui ressemble à un numéro de carte, qui ne doit pas être envoyé par message.',
    'msisdn.missing': 'La liste des destinataires msisdn est absente.',
    'msisdn.notList': 'msisdn doit être un tableau de chaînes de caractères.',
    'msisdn.notText': 'msisdn ne doit contenir que des chaînes de caractères.',
    'msisdn.empty': 'La liste des destinataires msisdn ne doit pas être vide.',
    'msisdn.tooMany': `Trop de destinataires : ${smsRecipientsMax} au plus par requête.`,
    'callbackUrl.notText': 'callbackUrl doit être une chaîne de 2 000 caractères au plus.',
    'callbackUrl.notAllowed':
      'callbackUrl doit être une adresse http(s) à laquelle des callbacks peuvent être envoyés.',
    'callbackUrl.cardNumber':
      'callbackUrl contient ce qui ressemble à un numéro de carte, qui ne doit pas figurer dans une adresse.',
    'callbackUrl.notHttps': 'callbackUrl doit utiliser https.',
    'scheduleAt.invalid':
      'scheduleAt doit être un moment ISO 8601 avec son décalage, par exemple 2026-12-24T09:00:00+00:00.',
    'scheduleAt.past': 'scheduleAt est dans le passé.',
    'scheduleAt.tooFar': `scheduleAt peut être au plus ${smsScheduleDaysMax} jours à l'avance.`,
  },
  number: numberText,
  contentTooLong: ({ parts, max }) =>
    `Le contenu (content) est trop long : il fait ${parts} parties, ${max} au plus sont permises.`,
  balanceTooLow: ({ needed, available }) =>
    `Le solde est insuffisant : ${needed} sont nécessaires, ${available} sont disponibles.`,
  idempotencyKeyInvalid: () =>
    "L'Idempotency-Key doit avoir 1 à 255 caractères ASCII imprimables, sans espace.",
  idempotencyKeyUsed: () => 'Cette Idempotency-Key a déjà été utilisée pour une autre requête.',
  batchUnknown: () => "Cet envoi n'existe pas.",
  batchNotCancelled: {
    unknown: "Cet envoi n'existe pas.",
    notScheduled: "Cet envoi n'était pas programmé : il ne peut pas être annulé.",
    started: 'Cet envoi a commencé : il ne peut plus être annulé.',
  },
  query: {
    after: "after doit être la valeur de next d'une réponse précédente.",
    limit: `limit doit être un nombre entier de 1 à ${smsPageMax}.`,
    state: `state doit être l'un de ${smsStates.join(', ')}.`,
    format: 'format doit être json ou csv.',
  },
  bodyMultipart: () =>
    "multipart/form-data n'est pas accepté : envoyez du JSON, ou un formulaire application/x-www-form-urlencoded.",
  bodyCharset: ({ charset }) =>
    `Le jeu de caractères ${charset} n'est pas accepté : utilisez ${smsCharsetNames.join(', ')}.`,
  bodyNotText: () =>
    "Le formulaire n'est pas lisible : encodez-le en UTF-8, ou indiquez son jeu de caractères (charset=…) dans le Content-Type.",

  accountSuspended: () => 'Votre compte est suspendu. Veuillez contacter le support.',
  tooManyRequests: () =>
    "Trop de requêtes en même temps : rien n'a été exécuté. Réessayez dans un instant.",
  unavailable: () =>
    "Le service n'est pas disponible pour le moment : rien n'a été exécuté. Réessayez plus tard.",
};
