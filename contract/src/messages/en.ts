// Messages to callers in English.
import type { Texts } from './texts.ts';
import type { FieldProblem } from '../field-problem.ts';

const fieldTexts: Record<FieldProblem, string> = {
  missing: 'is required',
  empty: 'must not be empty',
  notString: 'must be a string',
  notNumber: 'must be a number',
  notBoolean: 'must be true or false',
  notObject: 'must be an object',
  notAmount: 'must be a number',
  notStringOrObject: 'must be an object or a string holding a JSON object',
  notIdentifier: 'must be a transaction identifier',
  tooLong: 'is too long',
  badCharacters: 'contains characters that are not allowed',
  notDigits: 'must consist of digits only',
  notPositive: 'must be greater than zero',
  tooLarge: 'is too large',
  tooManyDecimals: 'has more decimals than the currency',
  notJsonObject: 'must hold a JSON object',
  notUrl: 'must be an absolute http or https URL',
  notHttps: 'must use https',
  urlNotAllowed: 'is an address that cannot be called',
  aliasDiffers: 'differs from the other field of the same meaning',
  invalidPhone: 'is not a possible phone number for this service',
  invalidRib: 'is not a valid RIB: 24 characters with a correct key are expected',
  invalidCardNumber: 'is not a valid card number',
  cardNumber:
    'holds what looks like a card number: card data belongs in the card fields of a card payment, and nowhere else',
  invalidExpiry: 'must be a two-digit string',
  invalidCvc: 'must be 3 or 4 digits',
  invalidDate: 'must be a date of the form YYYY-MM-DD',
  invalidBase64: 'must be base64',
  notMediaExtension:
    'must be the extension, with its dot, of an image, a video, a sound or a document: .jpg, .mp4, .mp3, .pdf…',
  notBillPay: 'must be the code of a bill-pay service',
  notRemittance: 'must be the code of a remittance service',
  differsFromBill: 'must equal the amount of the bill',
  differsFromTransaction: 'must equal the amount of the transaction: refunds are full',
  differsFromRecord: 'must equal the amount that the look-up of this withdrawal code answers',
  differsFromService: 'must be the currency of the service',
  notAllowed: 'has a value that is not allowed',
};

export const english: Texts = {
  success: () => 'Successfully operation',
  ok: () => 'OK',
  wouldBeAnsweredAgain: () => 'This operation was started before: it would be answered again.',
  wouldBeStarted: () => 'The operation would be started. Nothing was executed.',
  operationAccepted: ({ withCallback }) =>
    withCallback
      ? 'Operation accepted without error, you will receive a callback with the final status.'
      : 'Operation accepted without error, look up its status to know the result.',
  chatAccepted: ({ phoneE164 }) => `Message sent to ${phoneE164.replace('+', '')} (${phoneE164})`,
  pendingBills: ({ count }) =>
    count === 0
      ? 'No unpaid bill for this account'
      : `${count} unpaid ${count === 1 ? 'bill' : 'bills'} pending for this account`,
  linkNotification: ({ link, service, amount }) =>
    `Hello, to validate your payment of ${amount} (${service}), click the following link within 15 minutes: ${link}`,
  qrNotification: ({ link, service, amount }) =>
    `Hello, to validate your payment of ${amount} (${service}), open the following link within 15 minutes and scan the QR code: ${link}`,
  callback: ({ typeOperation, service, provider, voucher }) =>
    `Operation of type ${typeOperation} by ${service} ${provider}${voucher === null ? '' : `. Code: ${voucher}`}`,

  refunded: ({ service, amount }) => `The transaction ${service} of ${amount} has been refunded`,
  canceled: ({ service, amount }) => `The transaction ${service} of ${amount} has been canceled`,
  refundPending: ({ service, amount }) =>
    `The refund or cancellation of the transaction ${service} of ${amount} has been requested`,
  alreadyRefunded: ({ service, amount }) =>
    `The transaction ${service} of ${amount} has already been refunded`,
  alreadyCanceled: ({ service, amount }) =>
    `The transaction ${service} of ${amount} has already been canceled`,
  refundOfFailed: ({ service, amount }) =>
    `The transaction ${service} of ${amount} failed: there is nothing to refund`,
  refundNotPossible: ({ service, amount }) =>
    `The transaction ${service} of ${amount} can neither be canceled nor refunded`,
  refundBalanceTooLow: ({ service, amount }) =>
    `The balance of your account does not allow the refund of the transaction ${service} of ${amount}`,
  refundTooEarly: ({ service, amount }) =>
    `The transaction ${service} of ${amount} is in progress: ask again when it has a final status`,

  billCannotBePaid: () => 'Sorry, this bill cannot be paid at the moment.',
  billNotListed: ({ billReference }) =>
    `The bill ${billReference} is not in a list of pending bills of the last 24 hours: list the pending bills first.`,
  billAlreadyPaid: ({ billReference }) =>
    `The bill ${billReference} is already paid or being paid.`,
  remittanceNotFound: () => 'No remittance was found for this reference number.',

  claimAlreadyOpen: ({ claimRef }) => `A claim is already open for this transaction: ${claimRef}`,

  keyMissing: () => 'The API key is missing.',
  keyInvalid: () => 'The API key is invalid.',
  keysDiffer: () => 'The API key in the body and the one in the Secretkey header are different.',
  keyMistyped: () => 'The API key is incomplete or mistyped: check it character by character.',
  keyExpired: () => 'The API key has expired: use the key that replaces it.',
  keyRevoked: () => 'The API key was revoked: use the key that replaces it.',
  keyNotFromHere: ({ address }) => `This API key is not allowed from the address ${address}.`,
  keyReadsOnly: () => 'This API key is for look-ups only.',
  keyMakesNoRefunds: () => 'This API key neither refunds nor cancels.',
  keyDoesNotListen: () =>
    'This API key does not listen to callbacks: in live mode that takes a key with the scope “listen”.',
  keyNotForService: ({ codeService }) =>
    `This API key is not allowed for the service ${codeService}.`,
  signatureUsed: () => 'This signature was already used on another path: sign each request anew.',
  serviceNotActivated: ({ codeService }) =>
    `The service ${codeService} is not activated for your account.`,
  accountSuspended: () => 'Your account is suspended. Please contact support.',
  unknownService: ({ codeService }) => `The service ${codeService} does not exist.`,
  unknownClaim: () => 'The claim was not found.',
  unknownPayout: () => 'The batch of payouts was not found.',
  payoutConflict: ({ id }) => `The id ${id} was already used for another batch of payouts.`,
  payoutLinesWrong: ({ wrong, lines }) =>
    `Lines of the batch are wrong: ${wrong} of ${lines}. Nothing was made.`,
  payoutNotNow: ({ state }) => `The batch is ${state}: this is not possible any more.`,
  payoutKeyInHeader: () => 'A batch of more than 64 KiB needs its API key in the header Secretkey.',
  unknownTransaction: () => 'The transaction was not found.',
  unknownCheckout: () => 'The checkout was not found.',
  unknownIntegrationTest: () => 'The test was not found, or has ended.',
  onlySandbox: () => 'Only the sandbox does this.',
  checkoutConflict: ({ id }) => `The id ${id} was already used for a different checkout.`,
  checkoutBeingPaid: () =>
    'A payment is under way on this checkout: it cannot end now. Ask again when its result is known.',
  checkoutPaid: () => 'This checkout is paid.',
  unknownPaymentLink: () => 'The payment link was not found.',
  paymentLinkConflict: ({ id }) => `The id ${id} was already used for a different payment link.`,
  unknownCurrency: () => 'The account has no balance in this currency.',
  unknownPath: () => 'This path does not exist.',
  wrongMethod: ({ allowed }) => `This method is not allowed here: use ${allowed}.`,
  conflict: ({ externalTransactionId }) =>
    `The externalTransactionId ${externalTransactionId} was already used for a different operation.`,
  invalidFields: ({ fields }) =>
    fields.length === 1
      ? `Invalid request: check the field ${fields[0]}.`
      : `Invalid request: check the fields ${fields.join(', ')}.`,
  tooManyLookUps: ({ perMinute }) =>
    `Too many status look-ups for this transaction: at most ${perMinute} a minute. Please wait before the next one.`,
  lookUpsBlocked: () =>
    'Too many status look-ups: look-ups from your address are blocked for a few minutes.',
  tooManyStreams: () => 'Too many streams are open: close one, or wait until one has ended.',
  tooManyRequests: () => 'Too many requests at the same time. Please try again in a moment.',
  tooManyCalls: () =>
    'Your account makes more calls a second than agreed. Please try again in a moment.',
  internal: () => 'An internal error occurred and nothing was executed. Please try again later.',

  notHttp: () => 'The request is not valid HTTP.',
  headersTooLarge: () => 'The headers of the request are too large.',
  requestTooSlow: () => 'The request did not arrive completely in time.',

  bodyNotJson: ({ character }) =>
    `The request body is not valid JSON: unexpected at character ${character}.`,
  bodyUnreadable: () => 'The request could not be read.',
  bodyNotUtf8: () => 'The request body is not UTF-8 text: send JSON in UTF-8.',
  bodyCompressed: () => 'The request body is compressed: send JSON without Content-Encoding.',
  bodyForm: () =>
    'The request body is form-encoded: send JSON with Content-Type: application/json.',
  bodyMultipart: () =>
    'The request body is multipart/form-data: send JSON with Content-Type: application/json.',
  bodyNotObject: () => 'The request body must be a JSON object.',
  bodyEmpty: () => 'The request body is empty: a JSON object is expected.',
  bodyTooLarge: ({ maxKiB }) => `The request body is too large: at most ${maxKiB} KiB.`,
  bodyNotMedia: () =>
    'A request body above 64 KiB must be a chat message with media: this one shows no apiKey with codeService CHAT_MESSAGING.',
  bodyLargeBesideMedia: ({ maxKiB }) =>
    `A request body above 64 KiB must be a chat message: beside its attachedMedia, at most ${maxKiB} KiB.`,
  bodyTooSlow: ({ seconds }) =>
    `The request body took longer than ${seconds} s. Put apiKey and codeService before attachedMedia, or send the key in the header Secretkey.`,
  bodyDuplicateMember: ({ name }) => `The request body holds the member ${name} more than once.`,
  bodyTooDeep: ({ max }) => `The request body is nested too deeply: at most ${max} levels.`,
  bodyTooManyMembers: ({ max }) =>
    `An object of the request body has too many members: at most ${max}.`,
  bodyTooManyNames: ({ max }) =>
    `The request body has too many different member names: at most ${max}.`,
  bodyTooManyObjects: ({ max }) =>
    `The request body has too many objects and lists: at most ${max}.`,
  bodyElementTooLong: ({ max }) =>
    `A member or an element of the list has more than ${max} characters, spaces included.`,
  bodyForbiddenMember: ({ name }) => `The member name ${name} is not allowed.`,
  bodyForbiddenCharacter: () =>
    'The request body holds a character that is not allowed: NUL or half a surrogate pair.',
  bodyInexactNumber: () => 'The request body holds a number that cannot be represented exactly.',

  field: (field, problem) => `${field} ${fieldTexts[problem]}`,
};
