// Messages to callers in French.
import type { Texts } from './texts.ts';
import type { FieldProblem } from '../field-problem.ts';

const fieldTexts: Record<FieldProblem, string> = {
  missing: 'est obligatoire',
  empty: 'ne doit pas être vide',
  notString: 'doit être une chaîne de caractères',
  notNumber: 'doit être un nombre',
  notBoolean: 'doit être true ou false',
  notObject: 'doit être un objet',
  notAmount: 'doit être un nombre',
  notStringOrObject: 'doit être un objet ou une chaîne contenant un objet JSON',
  notIdentifier: 'doit être un identifiant de transaction',
  tooLong: 'est trop long',
  badCharacters: 'contient des caractères non autorisés',
  notDigits: 'ne doit contenir que des chiffres',
  notPositive: 'doit être supérieur à zéro',
  tooLarge: 'est trop grand',
  tooManyDecimals: 'a plus de décimales que la devise',
  notJsonObject: 'doit contenir un objet JSON',
  notUrl: 'doit être une URL http ou https absolue',
  notHttps: 'doit utiliser https',
  urlNotAllowed: 'est une adresse qui ne peut pas être appelée',
  aliasDiffers: "diffère de l'autre champ de même sens",
  invalidPhone: "n'est pas un numéro de téléphone possible pour ce service",
  invalidRib: "n'est pas un RIB valide : 24 caractères avec une clé correcte sont attendus",
  invalidCardNumber: "n'est pas un numéro de carte valide",
  cardNumber:
    "contient ce qui ressemble à un numéro de carte : les données de carte vont dans les champs de carte d'un paiement par carte, et nulle part ailleurs",
  invalidExpiry: 'doit être une chaîne de deux chiffres',
  invalidCvc: 'doit comporter 3 ou 4 chiffres',
  invalidDate: 'doit être une date de la forme AAAA-MM-JJ',
  invalidBase64: 'doit être encodé en base64',
  notMediaExtension:
    "doit être l'extension, avec son point, d'une image, d'une vidéo, d'un son ou d'un document : .jpg, .mp4, .mp3, .pdf…",
  notBillPay: "doit être le code d'un service de paiement de factures",
  notRemittance: "doit être le code d'un service de transfert d'argent",
  differsFromBill: 'doit être égal au montant de la facture',
  differsFromTransaction:
    'doit être égal au montant de la transaction : les remboursements sont intégraux',
  differsFromRecord: 'doit être égal au montant que donne la consultation de ce code de retrait',
  differsFromService: 'doit être la devise du service',
  notAllowed: "a une valeur qui n'est pas autorisée",
};

export const french: Texts = {
  success: () => 'Successfully operation',
  ok: () => 'OK',
  wouldBeAnsweredAgain: () => 'Cette opération a déjà été lancée : elle serait renvoyée.',
  wouldBeStarted: () => 'L’opération serait lancée. Rien n’a été exécuté.',
  operationAccepted: ({ withCallback }) =>
    withCallback
      ? 'Opération acceptée sans erreur, vous recevrez un callback avec le statut final.'
      : 'Opération acceptée sans erreur, consultez son statut pour connaître le résultat.',
  chatAccepted: ({ phoneE164 }) => `Message envoyé à ${phoneE164.replace('+', '')} (${phoneE164})`,
  pendingBills: ({ count }) => {
    if (count === 0) return 'Aucune facture impayée pour ce compte';
    return count === 1
      ? '1 facture impayée en attente pour ce compte'
      : `${count} factures impayées en attente pour ce compte`;
  },
  linkNotification: ({ link, service, amount }) =>
    `Bonjour, pour valider votre paiement de ${amount} (${service}), cliquez sur le lien suivant dans les 15 minutes : ${link}`,
  qrNotification: ({ link, service, amount }) =>
    `Bonjour, pour valider votre paiement de ${amount} (${service}), ouvrez le lien suivant dans les 15 minutes et scannez le QR code : ${link}`,
  callback: ({ typeOperation, service, provider, voucher }) =>
    `Opération de type ${typeOperation} par ${service} ${provider}${voucher === null ? '' : `. Code : ${voucher}`}`,

  refunded: ({ service, amount }) => `La transaction ${service} de ${amount} a été remboursée`,
  canceled: ({ service, amount }) => `La transaction ${service} de ${amount} a été annulée`,
  refundPending: ({ service, amount }) =>
    `Le remboursement ou l'annulation de la transaction ${service} de ${amount} a été demandé`,
  alreadyRefunded: ({ service, amount }) =>
    `La transaction ${service} de ${amount} a déjà été remboursée`,
  alreadyCanceled: ({ service, amount }) =>
    `La transaction ${service} de ${amount} a déjà été annulée`,
  refundOfFailed: ({ service, amount }) =>
    `La transaction ${service} de ${amount} a échoué : il n'y a rien à rembourser`,
  refundNotPossible: ({ service, amount }) =>
    `La transaction ${service} de ${amount} ne peut être ni annulée ni remboursée`,
  refundBalanceTooLow: ({ service, amount }) =>
    `Le solde de votre compte ne permet pas de rembourser la transaction ${service} de ${amount}`,
  refundTooEarly: ({ service, amount }) =>
    `La transaction ${service} de ${amount} est en cours : refaites la demande quand son statut sera final`,

  billCannotBePaid: () => 'Désolé, cette facture ne peut pas être payée pour le moment.',
  billNotListed: ({ billReference }) =>
    `La facture ${billReference} ne figure dans aucune liste de factures en attente des dernières 24 heures : listez d'abord les factures.`,
  billAlreadyPaid: ({ billReference }) =>
    `La facture ${billReference} est déjà payée ou en cours de paiement.`,
  remittanceNotFound: () => "Aucun transfert d'argent ne correspond à ce code de retrait.",

  claimAlreadyOpen: ({ claimRef }) =>
    `Une réclamation est déjà ouverte pour cette transaction : ${claimRef}`,

  keyMissing: () => 'La clé API est absente.',
  keyInvalid: () => 'La clé API est invalide.',
  keysDiffer: () => "La clé API du corps et celle de l'en-tête Secretkey sont différentes.",
  keyMistyped: () =>
    'La clé API est incomplète ou mal recopiée : vérifiez-la caractère par caractère.',
  keyExpired: () => 'La clé API a expiré : utilisez la clé qui la remplace.',
  keyRevoked: () => 'La clé API a été révoquée : utilisez la clé qui la remplace.',
  keyNotFromHere: ({ address }) => `Cette clé API n'est pas autorisée depuis l'adresse ${address}.`,
  keyReadsOnly: () => 'Cette clé API ne permet que des consultations.',
  keyMakesNoRefunds: () => 'Cette clé API ne permet ni remboursement ni annulation.',
  keyDoesNotListen: () =>
    "Cette clé API n'écoute pas les callbacks : en production, il faut une clé avec le droit « listen ».",
  keyNotForService: ({ codeService }) =>
    `Cette clé API n'est pas autorisée pour le service ${codeService}.`,
  signatureUsed: () =>
    'Cette signature a déjà servi sur un autre chemin : signez chaque requête à nouveau.',
  serviceNotActivated: ({ codeService }) =>
    `Le service ${codeService} n'est pas activé pour votre compte.`,
  accountSuspended: () => 'Votre compte est suspendu. Veuillez contacter le support.',
  unknownService: ({ codeService }) => `Le service ${codeService} n'existe pas.`,
  unknownClaim: () => 'La réclamation est introuvable.',
  unknownPayout: () => 'Le lot de paiements est introuvable.',
  payoutConflict: ({ id }) => `L'id ${id} a déjà été utilisé pour un autre lot de paiements.`,
  payoutLinesWrong: ({ wrong, lines }) =>
    `Des lignes du lot sont fausses : ${wrong} sur ${lines}. Rien n'a été créé.`,
  payoutNotNow: ({ state }) => `Le lot est à l'état ${state} : ce n'est plus possible.`,
  payoutKeyInHeader: () => "Un lot de plus de 64 Kio exige sa clé API dans l'en-tête Secretkey.",
  unknownTransaction: () => 'La transaction est introuvable.',
  unknownCheckout: () => 'La page de paiement est introuvable.',
  unknownIntegrationTest: () => 'Le test est introuvable ou terminé.',
  onlySandbox: () => 'Seul le bac à sable le fait.',
  checkoutConflict: ({ id }) =>
    `L’identifiant ${id} a déjà été utilisé pour une autre page de paiement.`,
  checkoutBeingPaid: () =>
    'Un paiement est en cours sur cette page : elle ne peut pas être close maintenant. Réessayez une fois le résultat connu.',
  checkoutPaid: () => 'Cette page de paiement est déjà payée.',
  unknownPaymentLink: () => 'Le lien de paiement est introuvable.',
  paymentLinkConflict: ({ id }) =>
    `L’identifiant ${id} a déjà été utilisé pour un autre lien de paiement.`,
  unknownCurrency: () => "Le compte n'a pas de solde dans cette devise.",
  unknownPath: () => "Ce chemin n'existe pas.",
  wrongMethod: ({ allowed }) => `Cette méthode n'est pas autorisée ici : utilisez ${allowed}.`,
  conflict: ({ externalTransactionId }) =>
    `L'externalTransactionId ${externalTransactionId} a déjà été utilisé pour une autre opération.`,
  invalidFields: ({ fields }) =>
    fields.length === 1
      ? `Requête invalide : vérifiez le champ ${fields[0]}.`
      : `Requête invalide : vérifiez les champs ${fields.join(', ')}.`,
  tooManyLookUps: ({ perMinute }) =>
    `Trop de consultations de statut pour cette transaction : ${perMinute} par minute au plus. Veuillez patienter avant la suivante.`,
  lookUpsBlocked: () =>
    'Trop de consultations de statut : les consultations depuis votre adresse sont bloquées pendant quelques minutes.',
  tooManyStreams: () =>
    "Trop de flux sont ouverts : fermez-en un, ou attendez que l'un d'eux se termine.",
  tooManyRequests: () => 'Trop de requêtes simultanées. Veuillez réessayer dans un instant.',
  tooManyCalls: () =>
    'Votre compte fait plus d’appels par seconde que convenu. Veuillez réessayer dans un instant.',
  internal: () =>
    "Une erreur interne s'est produite et rien n'a été exécuté. Veuillez réessayer plus tard.",

  notHttp: () => "La requête n'est pas du HTTP valide.",
  headersTooLarge: () => 'Les en-têtes de la requête sont trop volumineux.',
  requestTooSlow: () => "La requête n'est pas arrivée à temps en entier.",

  bodyNotJson: ({ character }) =>
    `Le corps de la requête n'est pas du JSON valide : erreur au caractère ${character}.`,
  bodyUnreadable: () => "La requête n'a pas pu être lue.",
  bodyNotUtf8: () => "Le corps de la requête n'est pas du texte UTF-8 : envoyez du JSON en UTF-8.",
  bodyCompressed: () =>
    'Le corps de la requête est compressé : envoyez du JSON sans Content-Encoding.',
  bodyForm: () =>
    'Le corps de la requête est un formulaire : envoyez du JSON avec Content-Type: application/json.',
  bodyMultipart: () =>
    'Le corps de la requête est en multipart/form-data : envoyez du JSON avec Content-Type: application/json.',
  bodyNotObject: () => 'Le corps de la requête doit être un objet JSON.',
  bodyEmpty: () => 'Le corps de la requête est vide : un objet JSON est attendu.',
  bodyTooLarge: ({ maxKiB }) =>
    `Le corps de la requête est trop volumineux : ${maxKiB} Kio au plus.`,
  bodyNotMedia: () =>
    'Un corps de requête de plus de 64 Kio doit être un message instantané avec média : celui-ci ne montre pas d’apiKey avec codeService CHAT_MESSAGING.',
  bodyLargeBesideMedia: ({ maxKiB }) =>
    `Un corps de requête de plus de 64 Kio doit être un message instantané : hors attachedMedia, ${maxKiB} Kio au plus.`,
  bodyTooSlow: ({ seconds }) =>
    `Le corps de la requête a mis plus de ${seconds} s à arriver. Placez apiKey et codeService avant attachedMedia, ou envoyez la clé dans l’en-tête Secretkey.`,
  bodyDuplicateMember: ({ name }) =>
    `Le corps de la requête contient plusieurs fois le membre ${name}.`,
  bodyTooDeep: ({ max }) =>
    `Le corps de la requête est imbriqué trop profondément : ${max} niveaux au plus.`,
  bodyTooManyMembers: ({ max }) =>
    `Un objet du corps de la requête a trop de membres : ${max} au plus.`,
  bodyTooManyNames: ({ max }) =>
    `Le corps de la requête a trop de noms de membres différents : ${max} au plus.`,
  bodyTooManyObjects: ({ max }) =>
    `Le corps de la requête a trop d’objets et de listes : ${max} au plus.`,
  bodyElementTooLong: ({ max }) =>
    `Un membre ou un élément de la liste a plus de ${max} caractères, espaces compris.`,
  bodyForbiddenMember: ({ name }) => `Le nom de membre ${name} n'est pas autorisé.`,
  bodyForbiddenCharacter: () =>
    'Le corps de la requête contient un caractère non autorisé : NUL ou une moitié de paire de substitution.',
  bodyInexactNumber: () =>
    'Le corps de la requête contient un nombre qui ne peut pas être représenté exactement.',

  field: (field, problem) => `${field} ${fieldTexts[problem]}`,
};
