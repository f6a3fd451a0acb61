// Rules of the public interface: HTTP, operations, status, callbacks, signatures, SMS, clients.

import type { RuleFamily } from './family.ts';

const http: RuleFamily = {
  title: 'HTTP',
  rules: {
    H1: 'The payments interface answers every outcome with HTTP 200 and a JSON body; an unknown path is a 404 with the same envelope, never HTML and never empty.',
    H2: '`code` is an integer, `error` a boolean, `msg` a string and `data` an object; details by field stand in `errors`.',
    H3: 'Each answer has one of the codes 2000, 4000, 4001, 4003, 4004, 4009, 4022, 4029 or 5000; any code but 2000 means that nothing was executed.',
    H4: 'The API key comes in the header `Secretkey` or in the body as `apiKey`; where both are given they must be equal. Unknown members and headers are ignored.',
    H5: 'JSON is read strictly: no coercion, no duplicate members, bounded depth and size, no inexact number, `null` on an optional member is an absent one, and no input occupies a node for long.',
    H6: 'Every answer carries a request id, which is also in the log. Bodies, keys and signatures are never logged.',
    H7: 'Messages exist in French and English and follow the account’s language; some success texts are the same in both.',
    H8: 'CORS is for the SMS endpoint and the GET routes, for configured origins only.',
  },
};

const operation: RuleFamily = {
  title: 'Operations',
  rules: {
    O1: 'A phone number is taken in every usual spelling, normalised to E.164 with the country of its service, and echoed as it was sent.',
    O2: 'An amount is a positive number or numeric string with at most its currency’s decimals; only a chat message may leave it out.',
    O3: '`data` is absent, null, an object or a string that holds a JSON object; the callback gives the object.',
    O4: '`callbackUrl` (or `urlIpn`) is optional; its text is checked at initiation, the addresses of its name at each connection; live mode requires https unless the account is exempt.',
    O5: '`externalTransactionId` is unique in an account for ever: the same operation again gets the first answer, a different one gets 4009, and nothing moves twice.',
    O6: 'Members that belong to other services are ignored; bill payments also take `billAccountNumber`, chat also takes `data.message`.',
    O7: 'Each kind of service requires its own fields, taken from the top level, from `data`, or from this account’s recent quote or inquiry.',
    O8: 'A refusal by form stores nothing. A refusal for a business reason is a transaction that is FAILLED at once and answered with 4000.',
    O9: 'A payout holds amount and commission when it begins, posts them on success and releases them on failure; a collection credits the amount less its commission. There is one balance for each currency.',
    O10: 'The first answer leaves well within 5 s: services with a link wait for the provider for at most 4 s, others not at all.',
    O11: 'Links that payers follow are pages of the gateway with an unguessable token; they lead to the provider, show a QR code, and say when they have ended.',
    O12: 'A transaction id is a number of at least 13 digits below 2^53 that never repeats and shows no volume.',
    O13: 'A plain success has no `errorType`, a chat success has null, a failure carries id, code, service and message in a fixed order.',
    O14: 'The error catalogue begins with `unknown_error` and has all ids from 1 to 136; an operator may edit its texts in both languages.',
    O15: 'A service of which no route can be used is refused with `operator_down_time` (28) or, for payouts, parked with its money held; when a route opens again, parked payouts leave it at a measured rate.',
    O16: 'What was bought (a token, a PIN, a pick-up code) is answered as data in `voucher`, in the callback and the status.',
  },
};

const afterwards: RuleFamily = {
  title: 'Status, claims, refunds, bills, payouts',
  places: { S8: 'gateway/src/backoffice/payouts/make-by-api.ts' },
  rules: {
    S1: 'The key decides whose transaction is shown; an unknown id and another account’s id are answered alike. Without a key only an address that used a valid key of the owner within a day is answered.',
    S2: 'The fourth status query a minute for one transaction from one address is refused with 4029; two hundred such refusals block the caller for ten minutes. All nodes count together, and listed proxies are never blocked.',
    S3: 'No time-out turns an unknown outcome into a failure: a final state needs the provider’s word.',
    S4: '`refund-cancel` cancels what was not sent, cancels at the provider what waits for the payer, and reverses a success; every answer carries `statutTreatment`, and nothing is refunded twice.',
    S5: 'A transaction has at most one open claim; its states are answered by the API and reported by signed callbacks.',
    S6: 'A listed bill can be paid for 24 hours, by the account that listed it, for its amount, once.',
    S8: 'A payout batch by API is stored whole or not at all, each line is paid once, and the largest batch keeps a node from others for no more than a slice at a time.',
  },
};

const callbacks: RuleFamily = {
  title: 'Callbacks',
  rules: {
    C1: 'A transaction that reached SUCCESS or FAILLED has one callback with a frozen body, written in the commit of its result.',
    C2: '`sha256Hash` is computed at initiation with the key of the request; API keys are stored as hashes only.',
    C3: 'A callback is not sent before the initiation’s answer has left, and by default not within the second after it.',
    C4: 'Only HTTP 200 is success. Failures are retried every minute for 72 hours with the same bytes, redirects are not followed, and a receiver that fails delays no other.',
    C5: 'Callbacks carry the Standard Webhooks signature over the whole body, and with HMAC switched on the headers `Hmac-Signature` and `Timestamp` as well.',
    C6: 'A receiver’s certificate can be pinned by its public key, several pins a host; a mismatch is a failed attempt and never ignored.',
    C7: 'An account may have identifiers, amount and status mirrored to other members of its callbacks; this is off by default.',
  },
};

const signatures: RuleFamily = {
  title: 'HMAC on requests',
  rules: {
    M1: 'Where an account switched HMAC on, a POST is signed over its raw bytes with a timestamp of at most 5 minutes’ age; two secrets may be live during a rotation.',
    M2: 'A signature is accepted once on all nodes: again on the same path it gets the stored answer, on another path 4001.',
  },
};

const sms: RuleFamily = {
  title: 'SMS',
  places: {
    X10: 'connectors/smpp/session/',
    X12: 'connectors/smpp/inbound/',
    X13: 'gateway/src/messaging/delivery/waiting.ts',
  },
  rules: {
    X1: 'An SMS request may be JSON, a form, or JSON sent as text; an empty `Authorization` header is ignored.',
    X2: 'An accepted request is answered with HTTP 200 and code 201; a refused one with HTTP 400 and what is wrong with each number, and then nothing of it is sent.',
    X3: 'Recipients are international numbers, each sent to once a request; a sender has 1 to 11 GSM characters or is a number.',
    X4: 'All recipients are stored in one commit before the answer; an `Idempotency-Key` makes a repeat safe.',
    X5: 'A batch has an id, states of its messages, a preview and a price for each part, charged when it is accepted.',
    X6: 'An application’s delivery reports are pushed as signed callbacks in order of each recipient; a schedule is obeyed or refused.',
    X10: 'A carrier connection binds and submits as its carrier’s contract says: version, addresses, validity, bytes; without receipts SENT is final.',
    X11: 'A delivery receipt is understood in the forms that carriers send; what a person wrote is never taken for one.',
    X12: 'An inbound message is read in the letters that it came in, and STOP applies to the whole number of its sender.',
    X13: 'Messages that wait too long and connections that are down are shown by health, doctor and metrics.',
  },
};

const clients: RuleFamily = {
  title: 'What existing clients send and expect',
  places: {
    K1: 'gateway/src/payments/api/http-answer.ts',
    K2: 'gateway/src/payments/api/http-body.ts',
    K3: 'gateway/src/payments/api/http-key.ts',
    K4: 'gateway/src/payments/operations/admission/initiate.ts',
    K5: 'contract/src/phone.ts',
    K6: 'contract/src/money.ts',
    K7: 'contract/src/endpoints/operation.ts',
    K8: 'contract/src/endpoints/operation.ts',
    K9: 'contract/src/kinds/',
    K10: 'contract/src/kinds/',
    K11: 'contract/src/kinds/',
    K12: 'contract/src/endpoints/operation.ts',
    K13: 'contract/src/envelope.ts',
    K14: 'contract/src/endpoints/operation.ts',
    K15: 'contract/src/kinds/',
    K16: 'contract/src/endpoints/services.ts',
    K17: 'contract/src/endpoints/get-transaction-status.ts',
    K18: 'gateway/src/payments/status-limits/',
    K20: 'contract/src/callback.ts',
    K21: 'contract/src/callback.ts',
    K22: 'gateway/src/payments/callbacks/deliver.ts',
    K23: 'gateway/src/payments/callbacks/deliver.ts',
    K25: 'gateway/src/payments/callbacks/compose.ts',
  },
  rules: {
    K1: 'Whatever a client asks for, it gets JSON: HTTP 200 for every outcome, a 404 with the envelope for an unknown path.',
    K2: 'Requests as the HTTP libraries of other languages write them are understood: escaped slashes, charsets, additional headers and members.',
    K3: 'The key may be in the body, in the header or in both, for a status too.',
    K4: 'The first answer does not wait for a provider that is silent.',
    K5: 'Phones in all forms that clients send are taken and echoed as they were sent.',
    K6: 'An amount may be a number or a form value; it is answered as a number.',
    K7: '`data` may be absent, null, an object or a JSON string.',
    K8: '`callbackUrl`, its alias, an empty one and none are all accepted.',
    K9: 'Members of other services are ignored, and optional ones may be missing.',
    K10: 'A bill payment may name `billAccountNumber` instead of `accountNumber`.',
    K11: 'The text of a chat message may be in `data.message` alone.',
    K12: 'Ids of callers are taken in the forms that they have, and compared whole.',
    K13: '`msg` is always a string, `error` always a boolean, and details are in `errors`.',
    K14: '`transactionId` is a string of digits, links are absolute, and a notification ends with its bare link.',
    K15: 'A wrong member name or a missing card field is a JSON refusal with 4022.',
    K16: 'The services and errors endpoints answer `{success, services}` and list whatever the catalogue holds.',
    K17: 'A status of an unknown id is 4004 with HTTP 200; a failure shows its code and message, a later success null.',
    K18: 'The fourth status query within a minute is refused with 4029.',
    K19: 'Every answer of refund-cancel carries `statutTreatment`, refusals included.',
    K20: 'A callback is one POST of compact JSON with its members in a fixed order and ids as strings.',
    K21: 'A callback names the transaction as the initiation did; `data` is an object, `errorType` null or an object, the amount a number.',
    K22: 'The first callback arrives after the answer of its initiation.',
    K23: 'A callback that was not answered with 200 comes again with the same bytes.',
    K25: 'Mirrored members appear only where the account wants them, and never a top-level `data`.',
  },
};

export const interfaceRules: readonly RuleFamily[] = [
  http,
  operation,
  afterwards,
  callbacks,
  signatures,
  sms,
  clients,
];
