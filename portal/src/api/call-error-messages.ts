// Messages of rejected calls: one for every code and every problem of a field. A new one without a
// message does not compile.

import type { PortalFieldProblem } from '@jokko/contract/portal';
import { t, type Message } from '../language/message.ts';
import type { CallErrorCode } from './call.ts';

export const codeMessages = {
  offline: t(
    'Jokko ne répond pas. Vérifiez votre connexion, puis réessayez.',
    'Jokko is not responding. Check your connection and try again.',
  ),
  notSent: t(
    'Vous êtes hors ligne : rien n’a été envoyé. Votre saisie est conservée ; renvoyez-la quand la connexion sera rétablie.',
    'You are offline: nothing was sent. Your entries are kept; send them when you are back online.',
  ),
  unanswered: t(
    'Aucune réponse reçue. Votre saisie est conservée, mais l’envoi a peut-être abouti : vérifiez avant de renvoyer. Une demande d’argent renvoyée sans modification n’est prise en compte qu’une fois.',
    'No response received. Your entries are kept, but the request may have gone through: check before you send it again. A money request sent again unchanged counts only once.',
  ),
  invalid: t('Vérifiez les champs signalés.', 'Check the highlighted fields.'),
  notJson: t('La demande n’a pas pu être lue.', 'The request could not be read.'),
  tooLarge: t('La demande est trop volumineuse.', 'The request is too large.'),
  signedOut: t(
    'Votre session a expiré. Reconnectez-vous.',
    'Your session has expired. Sign in again.',
  ),
  wrongCredentials: t(
    'Adresse e-mail ou mot de passe incorrect.',
    'Incorrect email address or password.',
  ),
  wrongCode: t(
    'Ce code est incorrect ou a déjà été utilisé.',
    'This code is incorrect or has already been used.',
  ),
  secondFactorNeeded: t('Saisissez votre second facteur.', 'Enter your second factor.'),
  secondFactorSetUpNeeded: t(
    'Configurez d’abord un second facteur.',
    'Set up a second factor first.',
  ),
  notAllowed: t('Votre rôle ne le permet pas.', 'Your role does not allow this.'),
  readOnly: t(
    'Vous êtes en lecture seule : aucune modification n’est possible ici.',
    'You have read-only access: nothing can be changed here.',
  ),
  accountSuspended: t(
    'Le compte est suspendu : aucune nouvelle opération n’est possible.',
    'The account is suspended: no new operations can start.',
  ),
  secondFactorMissing: t(
    'Les opérations sur l’argent et les clés exigent un second facteur. Ajoutez-en un dans « Sécurité ».',
    'Money and keys require a second factor. Add one under “Security”.',
  ),
  stepUpNeeded: t(
    'Confirmez votre identité, puis réessayez.',
    'Confirm your identity and try again.',
  ),
  crossSite: t(
    'Cette demande ne vient pas du portail. Rechargez la page.',
    'This request did not come from the portal. Reload the page.',
  ),
  registrationOff: t(
    'L’inscription libre est fermée. Demandez une invitation.',
    'Open registration is closed. Ask for an invitation.',
  ),
  notTwoUsers: t(
    'Vous ne pouvez pas approuver la demande d’une personne dont l’accès est lié au vôtre : quelqu’un d’autre doit approuver. (Chez l’opérateur, l’administrateur du serveur peut attester votre indépendance : jokko operator vouch.)',
    'You cannot approve a request from someone whose access is linked to yours: someone else must approve it. (At the operator, the server administrator can attest your independence: jokko operator vouch.)',
  ),
  newMember: t(
    'Un nouveau membre ne compte pas encore comme deuxième personne, sauf si un autre propriétaire atteste de son indépendance dans « Équipe ».',
    'A new member does not count as the second person yet, unless another owner attests their independence under “Team”.',
  ),
  askerLeft: t(
    'L’auteur de la demande n’a plus le droit de la faire. Refusez-la.',
    'The requester no longer has permission for this. Reject the request.',
  ),
  ownRequest: t(
    'Une autre personne doit approuver votre demande.',
    'Another user must approve your request.',
  ),
  notFound: t(
    'Cet élément n’existe pas ou n’existe plus.',
    'This does not exist or no longer exists.',
  ),
  linkNotValid: t(
    'Ce lien n’est pas valide : il a déjà été utilisé, il a expiré ou il n’a pas encore été approuvé.',
    'This link is not valid: it has been used, has expired or is not approved yet.',
  ),
  conflict: t(
    'Les données ont changé entre-temps. Rechargez la page et réessayez.',
    'The data has changed in the meantime. Reload the page and try again.',
  ),
  rehearsalMoney: t(
    'L’argent d’une répétition n’est versé à personne.',
    'The money of a rehearsal is paid out to nobody.',
  ),
  sentBefore: t(
    'Un envoi précédent de ce formulaire a déjà été reçu, avec d’autres valeurs. Vérifiez la liste ; s’il s’agit d’une nouvelle demande, envoyez de nouveau.',
    'This form was already submitted with different values. Check the list; if this is a new request, submit it again.',
  ),
  emailTaken: t(
    'Un compte existe déjà avec cette adresse.',
    'An account with this address already exists.',
  ),
  lastOne: t('Le dernier ne peut pas être retiré.', 'The last one cannot be removed.'),
  tooManyTries: t(
    'Trop de tentatives. Patientez avant de réessayer.',
    'Too many attempts. Wait before you try again.',
  ),
  internal: t(
    'Une erreur s’est produite de notre côté. Réessayez ; si elle persiste, contactez-nous.',
    'Something went wrong on our side. Try again; if it persists, contact us.',
  ),
  notNow: t(
    'Jokko est occupé. Réessayez dans un instant.',
    'Jokko is busy. Try again in a moment.',
  ),
} satisfies Record<CallErrorCode, Message>;

export const unseenMessages = {
  /** Before its code and name, such as U+202E RIGHT-TO-LEFT OVERRIDE. */
  character: t(
    'Contient un caractère qui ne se voit pas ou qui change le sens de lecture ; effacez-le :',
    'Contains a character that is not seen or changes how the text reads; remove it:',
  ),
};

export const fieldMessages = {
  missing: t('Champ obligatoire.', 'This field is required.'),
  empty: t('Champ obligatoire.', 'This field is required.'),
  notString: t('Saisissez un texte.', 'Enter text.'),
  notNumber: t('Saisissez un nombre.', 'Enter a number.'),
  notBoolean: t('Choisissez oui ou non.', 'Choose yes or no.'),
  notObject: t('Format inattendu.', 'Unexpected format.'),
  notAmount: t('Saisissez un montant.', 'Enter an amount.'),
  notStringOrObject: t('Format inattendu.', 'Unexpected format.'),
  notIdentifier: t(
    'Uniquement des lettres, des chiffres, « . », « _ » et « - ».',
    'Only letters, digits, “.”, “_” and “-”.',
  ),
  tooLong: t('Trop long.', 'Too long.'),
  tooShort: t('Trop court.', 'Too short.'),
  badCharacters: t(
    'Contient des caractères non autorisés.',
    'Contains characters that are not allowed.',
  ),
  notDigits: t('Uniquement des chiffres.', 'Digits only.'),
  notPositive: t('Doit être supérieur à zéro.', 'Must be greater than zero.'),
  tooLarge: t('Trop grand.', 'Too large.'),
  tooManyDecimals: t('Trop de décimales.', 'Too many decimal places.'),
  notJsonObject: t('Saisissez un objet JSON.', 'Enter a JSON object.'),
  notUrl: t(
    'Saisissez une adresse complète, par exemple https://exemple.sn/retour.',
    'Enter a full URL, for example https://example.sn/return.',
  ),
  notHttps: t('L’adresse doit commencer par https://.', 'The URL must start with https://.'),
  urlNotAllowed: t('Cette adresse n’est pas autorisée.', 'This URL is not allowed.'),
  aliasDiffers: t(
    'Deux champs équivalents ont des valeurs différentes.',
    'Two equivalent fields have different values.',
  ),
  invalidPhone: t('Ce numéro de téléphone n’est pas valide.', 'This phone number is not valid.'),
  invalidRib: t('Ce RIB n’est pas valide.', 'This RIB is not valid.'),
  invalidCardNumber: t('Ce numéro de carte n’est pas valide.', 'This card number is not valid.'),
  cardNumber: t(
    'Ce champ contient ce qui ressemble à un numéro de carte. Retirez-le.',
    'This field holds what looks like a card number. Remove it.',
  ),
  invalidExpiry: t('Cette date d’expiration n’est pas valide.', 'This expiry date is not valid.'),
  invalidCvc: t('Ce code n’est pas valide.', 'This code is not valid.'),
  invalidDate: t('Cette date n’est pas valide.', 'This date is not valid.'),
  invalidBase64: t('Ce contenu est illisible.', 'This content cannot be read.'),
  notMediaExtension: t('Ce type de fichier n’est pas autorisé.', 'This file type is not allowed.'),
  notBillPay: t('Réservé au paiement de factures.', 'Only for bill payments.'),
  notRemittance: t('Réservé aux transferts.', 'Only for remittances.'),
  differsFromBill: t('Différent de la facture.', 'Different from the bill.'),
  differsFromTransaction: t(
    'Différent du montant de la transaction.',
    'Different from the amount of the transaction.',
  ),
  differsFromRecord: t(
    'Différent de la valeur enregistrée.',
    'Different from the value on record.',
  ),
  differsFromService: t(
    'Différent de la devise du service.',
    'Different from the currency of the service.',
  ),
  notAllowed: t('Non autorisé.', 'Not allowed.'),
  notEmail: t('Saisissez une adresse e-mail.', 'Enter an email address.'),
  commonPassword: t(
    'Ce mot de passe est trop courant : un mot répandu, un nom de pays ou de ville, une année ou des chiffres ne suffisent pas. Choisissez une phrase à vous.',
    'This password is too common: a widespread word, the name of a country or city, a year or digits are not enough. Choose a phrase of your own.',
  ),
  passwordHoldsName: t(
    'Le mot de passe ne doit pas contenir votre nom ou votre adresse.',
    'The password must not contain your name or email address.',
  ),
  notTimeZone: t('Fuseau horaire inconnu.', 'Unknown time zone.'),
  tooMany: t('Nombre maximal atteint : retirez-en un d’abord.', 'Limit reached: remove one first.'),
  aboveHundred: t('100 % au plus.', 'Up to 100%.'),
  notBankAccount: t(
    'Ce n’est pas un RIB ou un IBAN valide pour ce pays.',
    'This is not a valid RIB or IBAN for this country.',
  ),
  notCovered: t('Le solde disponible est insuffisant.', 'The available balance is insufficient.'),
  tooSmall: t('Inférieur au minimum.', 'Below the minimum.'),
  known: t('Déjà enregistré.', 'Already registered.'),
  notUsable: t('Pas encore utilisable ou retiré.', 'Not usable yet, or removed.'),
  unknown: t('Champ inconnu.', 'Unknown field.'),
} satisfies Record<PortalFieldProblem, Message>;
