// A client's program over the types that openapi-typescript makes of /openapi.json: twenty calls
// with openapi-fetch, each read as a client would. check.ts compiles it, and a test runs it.

import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './node_modules/.generated/api.d.ts';

export interface CallerKeys {
  baseUrl: string;
  apiKey: string;
  appKey: string;
  /** Begins every externalTransactionId. */
  prefix: string;
}

/** What the calls answered, in their order: the code, or `true` where a good answer has none. */
export type Outcomes = [call: string, code: number | boolean][];

const redirects = {
  successRedirectUrl: 'https://client.example/ok',
  errorRedirectUrl: 'https://client.example/ko',
};
const operationPath = '/api-services/operation';
const triesMax = 60;

type Operation = paths[typeof operationPath]['post']['requestBody']['content']['application/json'];
type Caller = ReturnType<typeof createClient<paths>>;

/**
 * Makes the calls one after the other. Throws where an answer is none that the document describes.
 */
export async function callTwentyTimes(keys: CallerKeys): Promise<Outcomes> {
  const { baseUrl, apiKey, appKey } = keys;
  const client = createClient<paths>({
    baseUrl,
    headers: { Secretkey: apiKey },
    fetch: patiently,
  });
  const sms = createClient<paths>({ baseUrl, headers: { 'App-Key': appKey }, fetch: patiently });
  return [
    ...(await readLists(client)),
    ...(await startOperations(client, keys.prefix)),
    ...(await payBill(client, keys.prefix)),
    ...(await sendRemittance(client, keys.prefix)),
    ...(await followUp(client, keys.prefix)),
    ...(await sendSms(sms, appKey)),
  ];
}

/** Asks again where the node says that it has too much to do at present. */
async function patiently(request: Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(request.clone());
    if (answer.headers.get('retry-after') !== '1' || tries === triesMax) return answer;
    await answer.arrayBuffer();
    await sleep(1_000);
  }
}

async function readLists(client: Caller): Promise<Outcomes> {
  const services = await client.GET('/api-services/services');
  const errors = await client.GET('/api-services/errors');
  const balance = await client.GET('/api-services/balance', {
    params: { query: { currency: 'XOF' } },
  });
  if (services.data?.success !== true || errors.data?.success !== true)
    throw new Error('the lists were refused');
  const codes: string[] = services.data.services.map(({ codeService }) => codeService);
  const ids: (number | null)[] = errors.data.services.map(({ id }) => id);
  return [
    ['services', codes.length > 0],
    ['errors', ids.includes(null)],
    ['balance', balance.data?.code ?? false],
  ];
}

/** One request of each form that has no call before it. */
async function startOperations(client: Caller, prefix: string): Promise<Outcomes> {
  const phone = '770008007';
  const requests: [string, Operation][] = [
    ['payout', { phone, amount: 100, codeService: 'OPC_SN_API_CASH_IN', ...ids(prefix, 'payout') }],
    [
      'wallet',
      {
        phone,
        amount: '100',
        codeService: 'OPC_SN_API_CASH_OUT',
        ...redirects,
        ...ids(prefix, 'w'),
      },
    ],
    [
      'qr',
      {
        phone,
        amount: 100,
        codeService: 'OPA_SN_API_CASH_OUT',
        useOpaQrCode: true,
        ...ids(prefix, 'q'),
      },
    ],
    ['card', { ...card, phone: `+221${phone}`, ...ids(prefix, 'card') }],
    [
      'chat',
      {
        phone: `+221${phone}`,
        codeService: 'CHAT_MESSAGING',
        message: 'Hello',
        ...ids(prefix, 'chat'),
      },
    ],
    [
      'reload',
      {
        phone,
        amount: 500,
        codeService: 'RELOADA_SN_BILL_RELOAD',
        accountNumber: '1008007',
        ...ids(prefix, 'r'),
      },
    ],
  ];
  const outcomes: Outcomes = [];
  for (const [call, body] of requests) {
    const { data } = await client.POST(operationPath, { body });
    if (data === undefined || data.error) throw new Error(`${call}: ${data?.msg}`);
    outcomes.push([call, data.data.status === 'PENDING' && data.code]);
  }
  return outcomes;
}

const card = {
  amount: 1_351,
  codeService: 'BANK_CARD_API_CASH_OUT' as const,
  bankAuthRedirectUrl: 'https://client.example/3ds',
  customerFirstName: 'First',
  customerLastName: 'Last',
  customerEmail: null,
  cardNumber: '4970100000008007',
  cardExpireMonth: '09',
  cardExpireYear: '39',
  cardCVC: '920',
  cardType: 'MASTERCARD',
  ...redirects,
};

/** Members that every operation has; `data` is the client's own. */
function ids(prefix: string, name: string): Pick<Operation, 'externalTransactionId' | 'data'> {
  return { externalTransactionId: `${prefix}-${name}`, data: { order: { number: 7 }, name } };
}

async function payBill(client: Caller, prefix: string): Promise<Outcomes> {
  const codeService = 'BILLERA_SN_BILL_PAY';
  // The last four digits choose what the sandbox does.
  const billAccountNumber = `21${String(Date.now()).slice(-5)}0000`;
  const listed = await client.POST('/api-services/list-pending-bills', {
    body: { codeService, billAccountNumber },
  });
  // Told apart by `code`: a refusal of the biller has `error` false, too.
  if (listed.data?.code !== 2000) throw new Error(`bills: ${listed.data?.msg}`);
  const [bill] = listed.data.data.pendingBills.pendingBills;
  if (bill === undefined) throw new Error('no bill');
  const { amount, billReference } = bill;
  const paid = await client.POST(operationPath, {
    body: {
      phone: '770008007',
      amount,
      codeService,
      accountNumber: billAccountNumber,
      billReference,
      ...ids(prefix, 'bill'),
    },
  });
  return [
    ['list-pending-bills', listed.data.code],
    ['bill', paid.data?.code ?? false],
  ];
}

async function sendRemittance(client: Caller, prefix: string): Promise<Outcomes> {
  const codeService = 'REMIT_SN_API_CASH_IN';
  const quote = await client.POST('/api-services/remit-send-info', {
    body: { codeService, amount: 10_000, remitSendData },
  });
  const sent = await client.POST(operationPath, {
    body: {
      phone: '770008007',
      amount: 10_000,
      codeService,
      remitSendData,
      ...ids(prefix, 'remit'),
    },
  });
  const received = await client.POST('/api-services/remit-reception-info', {
    body: { codeService: 'REMIT_SN_API_CASH_OUT', referenceNumber: '12340000' },
  });
  return [
    ['remit-send-info', quote.data?.code ?? false],
    ['remittance', sent.data?.code ?? false],
    ['remit-reception-info', received.data?.code ?? false],
  ];
}

const remitSendData = {
  senderDetails: {
    senderFirstName: 'AWA',
    senderLastName: 'NDIAYE',
    senderCountry: 'SEN',
    sendCurrency: 'XOF',
  },
  receiverDetails: {
    receiverFirstName: 'KOFFI',
    receiverLastName: 'DIALLO',
    receiveCountry: 'SEN',
    receiveCurrency: 'XOF',
  },
};

async function followUp(client: Caller, prefix: string): Promise<Outcomes> {
  const { externalTransactionId } = ids(prefix, 'payout');
  const status = await client.POST('/api-services/get-transaction-status', {
    body: { externalTransactionId },
  });
  if (status.data?.code !== 2000) throw new Error(`status: ${status.data?.msg}`);
  const { transactionId } = status.data.data;
  const claim = await client.POST('/api-services/new-claim', {
    body: { subject: 'Late', message: 'It is still open.', transactionId },
  });
  const canceled = await client.POST('/api-services/transaction/refund-cancel', {
    body: { transactionId: String(transactionId) },
  });
  const treatment: 'SUCCESS' | 'PENDING' | 'FAILLED' | undefined = canceled.data?.statutTreatment;
  const feed = await client.GET('/events', { params: { query: { limit: 10 } } });
  if (feed.data?.code !== 2000) throw new Error(`events: ${feed.data?.msg}`);
  for (const { transaction } of feed.data.data.events) {
    const order: unknown = transaction.data['order'];
    if (order === undefined) throw new Error('the feed lost the order in data');
  }
  return [
    ['get-transaction-status', status.data.code],
    ['new-claim', claim.data?.code ?? false],
    ['refund-cancel', treatment !== undefined],
    ['events', feed.data.code],
  ];
}

async function sendSms(client: Caller, appKey: string): Promise<Outcomes> {
  const message = { sender: 'Shop', content: 'Hello', msisdn: ['+221770000001'] };
  const preview = await client.POST('/api/sms/preview', {
    body: { app_key: appKey, ...message },
  });
  const sent = await client.POST('/api/send-sms', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { app_key: appKey, ...message },
  });
  const id = sent.response.headers.get('X-Batch-Id') ?? '';
  const batch = await client.GET('/api/sms/batches/{id}', { params: { path: { id } } });
  return [
    ['preview', preview.data?.code ?? false],
    ['send-sms', sent.data?.code ?? false],
    ['batch', batch.data?.code ?? false],
  ];
}
