// Names the operations of the OpenAPI document. Generators of clients make functions of these
// names, so each is a verb with its object.

const operationIds: Readonly<Record<string, string>> = {
  operation: 'startOperation',
  'preview-operation': 'previewOperation',
  'get-transaction-status': 'getTransactionStatus',
  services: 'listServices',
  'phone-info': 'getPhoneInfo',
  errors: 'listErrors',
  balance: 'getBalance',
  events: 'listEvents',
  'callback-stream': 'streamCallbacks',
  'rejected-requests': 'listRejectedRequests',
  'test-integration': 'testIntegration',
  checkouts: 'createCheckout',
  checkout: 'getCheckout',
  'expire-checkout': 'expireCheckout',
  'create-payment-link': 'createPaymentLink',
  'payment-links': 'listPaymentLinks',
  'payment-link': 'getPaymentLink',
  'pause-payment-link': 'pausePaymentLink',
  'resume-payment-link': 'resumePaymentLink',
  'list-pending-bills': 'listPendingBills',
  payouts: 'createPayouts',
  payout: 'getPayout',
  'payout-lines': 'listPayoutLines',
  'payout-pause': 'pausePayout',
  'payout-resume': 'resumePayout',
  'payout-cancel': 'cancelPayout',
  'new-claim': 'createClaim',
  claim: 'getClaim',
  'refund-cancel': 'refundOrCancelTransaction',
  'remit-reception-info': 'getRemittance',
  'remit-send-info': 'quoteRemittance',
  'send-sms': 'sendSms',
  'sms-preview': 'previewSms',
  'sms-batch': 'getSmsBatch',
  'sms-batch-messages': 'listSmsBatchMessages',
  'sms-batch-cancel': 'cancelSmsBatch',
  'sms-opt-outs': 'listSmsOptOuts',
  'sms-opt-outs-add': 'addSmsOptOuts',
  'sms-opt-outs-remove': 'removeSmsOptOuts',
  // Webhooks: what the client's server does.
  'transaction-result': 'receiveTransactionResult',
  'claim-updated': 'receiveClaimUpdate',
  'payout-ended': 'receivePayoutEnd',
  'sms-inbound': 'receiveInboundSms',
  'sms-reports': 'receiveSmsReports',
};

/** `name`: of an endpoint or a webhook. Throws for one that has no id yet. */
export function operationIdOf(name: string): string {
  const id = operationIds[name];
  if (id === undefined) throw new Error(`${name} has no operationId`);
  return id;
}
