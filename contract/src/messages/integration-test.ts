// The scenarios of the integration test, in the order of its report: what each is, what made it
// fail, and what to do about it.
import type { Language } from '../language.ts';

/**
 * Callbacks that are sent to the receiver, then what is watched in the calls of the developer's
 * program.
 */
export const integrationScenarios = [
  'genuine',
  'twice',
  'late',
  'forgedHash',
  'changedAmount',
  'oldTimestamp',
  'replayedId',
  'unknownMembers',
  'utf8',
  'large',
  'retried',
  'unknownOrder',
  'refund',
  'beforeAnswer',
  'lostAnswer',
  'polling',
  'fraction',
  'direction',
] as const;
export type IntegrationScenario = (typeof integrationScenarios)[number];

export const integrationResults = ['pass', 'fail', 'notSeen'] as const;
export type IntegrationResult = (typeof integrationResults)[number];

/** What the program is meant to do. */
export const integrationDirections = ['collect', 'payOut', 'both'] as const;
export type IntegrationDirection = (typeof integrationDirections)[number];

export const integrationCauses = [
  'status',
  'noAnswer',
  'accepted',
  'genuineFirst',
  'otherId',
  'noRepeat',
  'tooOften',
  'fractionSent',
  'otherDirection',
  'noCall',
] as const;
export type IntegrationCause = (typeof integrationCauses)[number];

type Text = Record<Language, string>;

/** The orders whose answer the sandbox loses: the last digits of `phone`. */
export const lostAnswerDigits = '8009';

export const integrationTitles: Record<IntegrationScenario, Text> = {
  genuine: { en: 'A success and a failure', fr: 'Un succès et un échec' },
  twice: { en: 'The same callback twice at once', fr: 'Le même callback deux fois à la fois' },
  late: {
    en: 'Arrives 20 seconds after it was signed',
    fr: 'Arrive 20 secondes après sa signature',
  },
  forgedHash: {
    en: 'Forged: wrong hash and signature',
    fr: 'Falsifié : empreinte et signature fausses',
  },
  changedAmount: {
    en: 'Forged: another amount under a good hash',
    fr: 'Falsifié : autre montant sous une empreinte juste',
  },
  oldTimestamp: { en: 'Signed ten minutes ago', fr: 'Signé il y a dix minutes' },
  replayedId: {
    en: 'Repeated by a stranger under another webhook-id',
    fr: 'Répété par un inconnu sous un autre webhook-id',
  },
  unknownMembers: { en: 'Members that you do not know', fr: 'Membres que vous ne connaissez pas' },
  utf8: { en: 'Letters beyond ASCII', fr: 'Lettres hors ASCII' },
  large: { en: 'A body of 64 KiB', fr: 'Un corps de 64 Kio' },
  retried: {
    en: 'Sent again after an error, newly signed',
    fr: 'Renvoyé après une erreur, signé à nouveau',
  },
  unknownOrder: {
    en: 'An order that you do not know',
    fr: 'Une commande que vous ne connaissez pas',
  },
  refund: { en: 'A refund', fr: 'Un remboursement' },
  beforeAnswer: {
    en: 'The callback arrives before the answer',
    fr: 'Le callback arrive avant la réponse',
  },
  lostAnswer: { en: 'The answer to an order is lost', fr: 'La réponse à un ordre se perd' },
  polling: { en: 'Status queries', fr: 'Consultations de statut' },
  fraction: { en: 'Amounts are whole', fr: 'Montants entiers' },
  direction: { en: 'Collects where it should', fr: 'Encaisse quand il le faut' },
};

const acceptIt: Text = {
  en: 'Verify the signature over the raw body, store the callback under its webhook-id and answer 200.',
  fr: 'Vérifiez la signature sur le corps brut, enregistrez le callback sous son webhook-id et répondez 200.',
};
const knownAlready: Text = {
  en: 'Answer 200 to a webhook-id that you have already, and do nothing else.',
  fr: 'Répondez 200 à un webhook-id déjà reçu, sans rien faire d’autre.',
};
const verifyIt: Text = {
  en: 'Verify webhook-signature over webhook-id, webhook-timestamp and the raw body before you believe anything; sha256Hash covers neither amount nor status.',
  fr: 'Vérifiez webhook-signature sur webhook-id, webhook-timestamp et le corps brut avant de croire quoi que ce soit ; sha256Hash ne couvre ni le montant ni le statut.',
};
const sameId: Text = {
  en: 'Store the order before the call; without an answer, send the same request with the same externalTransactionId.',
  fr: 'Enregistrez la commande avant l’appel ; sans réponse, renvoyez la même requête avec le même externalTransactionId.',
};

export const integrationFixes: Record<IntegrationScenario, Text> = {
  genuine: acceptIt,
  twice: knownAlready,
  late: {
    en: 'Accept signatures of the last five minutes, whatever way your clock is off.',
    fr: 'Acceptez les signatures des cinq dernières minutes, même si votre horloge dérive.',
  },
  forgedHash: verifyIt,
  changedAmount: verifyIt,
  oldTimestamp: {
    en: 'Refuse what was signed more than five minutes ago (webhook-timestamp).',
    fr: 'Refusez ce qui a été signé il y a plus de cinq minutes (webhook-timestamp).',
  },
  replayedId: verifyIt,
  unknownMembers: {
    en: 'Ignore members that you do not know: new ones are added without notice.',
    fr: 'Ignorez les membres inconnus : il s’en ajoute sans préavis.',
  },
  utf8: {
    en: 'Verify the bytes as received, before you decode them; read them as UTF-8.',
    fr: 'Vérifiez les octets tels que reçus, avant de les décoder ; lisez-les en UTF-8.',
  },
  large: {
    en: 'Accept bodies of at least 100 KiB.',
    fr: 'Acceptez des corps d’au moins 100 Kio.',
  },
  retried: knownAlready,
  unknownOrder: {
    en: 'Answer without an error: 200, or 404 to get it again later.',
    fr: 'Répondez sans erreur : 200, ou 404 pour le recevoir de nouveau plus tard.',
  },
  refund: {
    en: 'Expect the status REFUNDED, for a payment that had succeeded before.',
    fr: 'Attendez-vous au statut REFUNDED, pour un paiement qui avait réussi.',
  },
  beforeAnswer: sameId,
  lostAnswer: sameId,
  polling: {
    en: 'Wait for the callback; query a status at most three times a minute.',
    fr: 'Attendez le callback ; consultez un statut au plus trois fois par minute.',
  },
  fraction: {
    en: 'Calculate with whole numbers and round before the call: the franc has no decimals.',
    fr: 'Calculez en nombres entiers et arrondissez avant l’appel : le franc n’a pas de décimales.',
  },
  direction: {
    en: 'CASH_OUT services collect from a payer; CASH_IN services pay out.',
    fr: 'Les services CASH_OUT encaissent ; les services CASH_IN paient un tiers.',
  },
};

/** `status`: the HTTP status that was answered, where the cause is about one. */
export const integrationCauseTexts: Record<
  IntegrationCause,
  Record<Language, (status: number | null) => string>
> = {
  status: {
    en: (status) => `Your server answered HTTP ${status}.`,
    fr: (status) => `Votre serveur a répondu HTTP ${status}.`,
  },
  noAnswer: {
    en: () => 'Your server did not answer within 15 seconds.',
    fr: () => 'Votre serveur n’a pas répondu en 15 secondes.',
  },
  accepted: {
    en: () => 'Your server answered 200 to what it must refuse.',
    fr: () => 'Votre serveur a répondu 200 à ce qu’il doit refuser.',
  },
  genuineFirst: {
    en: () => 'It proves nothing that your server refuses this one: it refuses genuine ones, too.',
    fr: () => 'Que votre serveur le refuse ne prouve rien : il refuse aussi les vrais.',
  },
  otherId: {
    en: () =>
      'After the lost answer your program started a second payment under another identifier.',
    fr: () =>
      'Après la réponse perdue, votre programme a lancé un second paiement sous un autre identifiant.',
  },
  noRepeat: {
    en: () => 'Your program has not repeated the order whose answer was lost.',
    fr: () => 'Votre programme n’a pas répété l’ordre dont la réponse s’est perdue.',
  },
  tooOften: {
    en: () => 'Your program queried a status more than three times in a minute.',
    fr: () => 'Votre programme a consulté un statut plus de trois fois en une minute.',
  },
  fractionSent: {
    en: () => 'Your program sent an amount with decimals.',
    fr: () => 'Votre programme a envoyé un montant avec des décimales.',
  },
  otherDirection: {
    en: () => 'Your program moved money in the other direction than you said.',
    fr: () => 'Votre programme a fait circuler l’argent dans l’autre sens que celui annoncé.',
  },
  noCall: {
    en: () => 'Your program has made no such call during the test.',
    fr: () => 'Votre programme n’a fait aucun appel de ce genre pendant le test.',
  },
};
