// The client: each call checks its arguments, sends one request and answers a result, or throws.

import { dataOf, refusedBy } from './answers.ts';
import { verifyCallback } from './callbacks.ts';
import type { Bills, Callbacks, Claims, EventsQuery, Remit, Sms } from './calls.ts';
import { InvalidCall, Refused } from './errors.ts';
import { readOptions, type JokkoOptions, type Settings } from './options.ts';
import {
  bankTransferBody,
  bankTransferService,
  callOfSpelling,
  callOfType,
  cardBody,
  cardService,
  chatService,
  checkAmount,
  checkId,
  collectBody,
  type AirtimeOrder,
  type BankTransferOrder,
  type CardOrder,
  type ChatOrder,
  type CollectOrder,
  type Metadata,
  type OperationBody,
  type Order,
  type PayOutOrder,
  type PreviewOrder,
  type ReloadOrder,
} from './orders.ts';
import {
  isPreview,
  isTransaction,
  paymentOf,
  previewOf,
  statusOf,
  type Bill,
  type Claim,
  type JokkoEvent,
  type Payment,
  type Preview,
  type Refund,
  type Service,
  type SmsBatch,
  type Status,
  type WirePreview,
  type WireStatus,
  type WireTransaction,
} from './results.ts';
import { refundPath, send, sleep, type Answer, type Request } from './transport.ts';

/** Seconds after which `waitFor` asks first; then in even steps. The API answers three a minute. */
const askedAfterSeconds = [0, 2, 20, 61];
const askedEachSeconds = 20.5;
const servicesKeptMs = 300_000;
const tooManyCode = 4029;

const claimOf = ({ claim }: { claim: Claim }): Claim => claim;

export class Jokko {
  readonly bills: Bills;
  readonly remit: Remit;
  readonly claims: Claims;
  readonly sms: Sms;
  readonly callbacks: Callbacks;

  readonly #settings: Settings;
  #services: { at: number; all: Service[] } | null = null;

  constructor(options: JokkoOptions) {
    this.#settings = readOptions(options);
    this.bills = {
      pending: (bill) => this.#pendingBills(bill),
      pay: (order) =>
        this.#operate('bills.pay', order, {
          accountNumber: order.account,
          billReference: order.reference,
        }),
    };
    this.remit = {
      quote: (remittance) => this.#quote(remittance),
      send: (order) => this.#operate('remit.send', order, { remitSendData: order.data }),
      lookUp: ({ service, reference }) =>
        this.#ask('/api-services/remit-reception-info', {
          codeService: service,
          referenceNumber: reference,
        }),
      receive: (order) =>
        this.#operate('remit.receive', order, { referenceNumber: order.reference }),
    };
    this.claims = {
      open: async (claim) => {
        const isOnce = { isOnce: true } as const;
        return claimOf(await this.#ask('/api-services/new-claim', claim, isOnce));
      },
      get: async (reference) =>
        claimOf(await this.#read(`/api-services/claim/${encodeURIComponent(reference)}`)),
    };
    this.sms = { send: (message) => this.#sendSms(message) };
    const { webhookSecret } = this.#settings;
    this.callbacks = {
      verify: (body, headers, now) => verifyCallback(webhookSecret, body, headers, now),
    };
  }

  /** Takes money from a customer's wallet. */
  collect(order: CollectOrder): Promise<Payment> {
    return this.#operate('collect', order, collectBody(order));
  }

  /** Pays the owner of a wallet. */
  payOut(order: PayOutOrder): Promise<Payment> {
    return this.#operate('payOut', order);
  }

  airtime(order: AirtimeOrder): Promise<Payment> {
    return this.#operate('airtime', order);
  }

  bankTransfer(order: BankTransferOrder): Promise<Payment> {
    const service = order.service ?? bankTransferService;
    return this.#operate('bankTransfer', { ...order, service }, bankTransferBody(order));
  }

  /** `link` of the payment leads the payer to the 3-D Secure page. */
  card(order: CardOrder): Promise<Payment> {
    return this.#operate('card', { ...order, service: cardService }, cardBody(order));
  }

  reload(order: ReloadOrder): Promise<Payment> {
    return this.#operate('reload', order, { accountNumber: order.account });
  }

  /** Sends a chat message; its price is that of the catalogue. */
  async chat(order: ChatOrder): Promise<Payment> {
    const { message, ...rest } = order;
    return this.#start({ ...rest, service: chatService }, { message });
  }

  /**
   * What an order would cost, and whether it would be accepted: throws what the call itself would
   * throw. Nothing is executed, and the id stays free.
   */
  async previewOperation(order: PreviewOrder): Promise<Preview> {
    const { id, amount, members } = order;
    checkId(id);
    if (amount !== undefined) checkAmount(amount);
    const fits = ({ data }: { data?: unknown }): boolean => isPreview(data, id);
    const body = this.#bodyOf(order, members);
    return previewOf(
      await this.#ask<WirePreview>('/api-services/preview-operation', body, { fits }),
    );
  }

  async status(id: string): Promise<Status> {
    checkId(id);
    const body = { externalTransactionId: id };
    const fits = ({ data }: { data?: unknown }): boolean => isTransaction(data, id);
    return statusOf(
      await this.#ask<WireStatus>('/api-services/get-transaction-status', body, { fits }),
    );
  }

  /** Answers as soon as the status is final; after the time the last one, which may be PENDING. */
  async waitFor(id: string, { seconds = 90 }: { seconds?: number } = {}): Promise<Status> {
    if (!(seconds >= 0 && Number.isFinite(seconds)))
      throw new InvalidCall('seconds must be a number from 0.');
    const startedAt = Date.now();
    const passed = (): number => (Date.now() - startedAt) / 1_000;
    let status: Status | null = null;
    for (let asked = 0; ; asked++) {
      const at = askedAfterSeconds[asked] ?? 61 + askedEachSeconds * (asked - 3);
      if (at > seconds) await sleep(Math.max(0, seconds - passed()) * 1_000);
      if (at > seconds && status !== null) return status;
      await sleep(Math.max(0, at - passed()) * 1_000);
      status = await this.#statusUnlessTooMany(id, seconds - passed(), status);
      if (status?.isFinal === true) return status;
    }
  }

  /** Waits the refusals of a caller who asks too often out, as long as there is time. */
  async #statusUnlessTooMany(
    id: string,
    secondsLeft: number,
    known: Status | null,
  ): Promise<Status | null> {
    try {
      return await this.status(id);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== tooManyCode) throw error;
      const wait = error.retryAfterSeconds ?? askedEachSeconds;
      if (known === null && wait > secondsLeft) throw error;
      await sleep(Math.max(0, Math.min(wait, secondsLeft)) * 1_000);
      return known;
    }
  }

  balance(): Promise<{ currency: string; balance: number; [member: string]: unknown }> {
    return this.#read('/api-services/balance');
  }

  async services(): Promise<Service[]> {
    const answer = await this.#send({ method: 'GET', path: '/api-services/services' });
    if (answer.body['success'] !== true) throw refusedBy(answer, this.#isSigned);
    return answer.body['services'] as Service[];
  }

  /** All results after a cursor, oldest first; without one from the first. Ends with the last. */
  async *events({ after, limit }: EventsQuery = {}): AsyncGenerator<JokkoEvent, void, void> {
    let cursor = after;
    for (let more = true; more;) {
      const query = new URLSearchParams({
        ...(cursor ? { after: cursor } : {}),
        ...(limit ? { limit: String(limit) } : {}),
      });
      const page: { events: JokkoEvent[]; next: string | null; more: boolean } = await this.#read(
        `/api-services/events?${query}`,
      );
      yield* page.events;
      cursor = page.next ?? undefined;
      // A page that names no next one would be read for ever.
      more = page.more && page.next !== null;
    }
  }

  /** Cancels what was not sent yet, and refunds what succeeded. PENDING: the outcome is to come. */
  async refund(transactionId: string): Promise<Refund> {
    const answer = await this.#send({
      method: 'POST',
      path: refundPath,
      body: { transactionId },
    });
    const { statutTreatment: status, message } = answer.body;
    if (status !== 'SUCCESS' && status !== 'PENDING') throw refusedBy(answer, this.#isSigned);
    return { status, message: String(message) };
  }

  /** Without keys and secrets. */
  toString(): string {
    return `Jokko(${this.#settings.url})`;
  }

  async #pendingBills({ service, account }: { service: string; account: string }): Promise<Bill[]> {
    const body = { codeService: service, billAccountNumber: account };
    const { pendingBills } = await this.#ask<{
      pendingBills: {
        pendingBills: { amount: number; billReference: string; infos: Bill['infos'] }[];
      };
    }>('/api-services/list-pending-bills', body);
    return pendingBills.pendingBills.map(({ amount, billReference, infos }) => ({
      amount,
      reference: billReference,
      infos,
    }));
  }

  async #quote({ service, amount, data }: Parameters<Remit['quote']>[0]): Promise<Metadata> {
    checkAmount(amount);
    const body = { codeService: service, amount, remitSendData: data };
    return this.#ask('/api-services/remit-send-info', body);
  }

  async #sendSms({ id, sender, text, to, ...rest }: Parameters<Sms['send']>[0]): Promise<SmsBatch> {
    const { smsKey } = this.#settings;
    if (smsKey === undefined || smsKey === '')
      throw new InvalidCall('smsKey is needed to send SMS.');
    checkId(id);
    const answer = await this.#send({
      method: 'POST',
      path: '/api/send-sms',
      headers: { 'idempotency-key': id },
      id,
      body: { app_key: smsKey, sender, content: text, msisdn: [to].flat(), ...rest },
    });
    if (answer.body['code'] !== 201) throw refusedBy(answer);
    const batchId = answer.headers.get('x-batch-id') ?? '';
    return { batchId, message: String(answer.body['msg']) };
  }

  async #operate(
    call: string,
    given: Order & { service: string },
    extra: OperationBody = {},
  ): Promise<Payment> {
    // What is checked is what is sent, though the caller changes it meanwhile.
    const order = { ...given };
    checkAmount(order.amount);
    checkId(order.id);
    await this.#checkDirection(call, order.service);
    return this.#start(order, extra);
  }

  async #start(order: PreviewOrder, extra: OperationBody): Promise<Payment> {
    checkId(order.id);
    const { id } = order;
    const fits = ({ data }: { data?: unknown }): boolean => isTransaction(data, id);
    const request = { id, fits };
    const body = this.#bodyOf(order, extra);
    return paymentOf(await this.#ask<WireTransaction>('/api-services/operation', body, request));
  }

  #bodyOf(order: PreviewOrder, extra: OperationBody | undefined): OperationBody {
    return {
      phone: order.phone,
      amount: order.amount,
      codeService: order.service,
      externalTransactionId: order.id,
      callbackUrl: order.callbackUrl ?? this.#settings.callbackUrl,
      data: order.metadata,
      ...extra,
    };
  }

  /** Refuses a service that another call is for, before anything is sent. */
  async #checkDirection(call: string, service: string): Promise<void> {
    if (typeof service !== 'string' || service === '')
      throw new InvalidCall('service must be a code of the catalogue.');
    const right = callOfSpelling(service) ?? callOfType(await this.#typeOf(service));
    if (right === undefined)
      throw new InvalidCall(`${service} is not in the catalogue of your account: see services().`);
    if (right.call !== call)
      throw new InvalidCall(`${service} ${right.does}: use ${right.call}().`);
  }

  async #typeOf(service: string): Promise<string> {
    if (this.#services === null || Date.now() - this.#services.at > servicesKeptMs)
      this.#services = { at: Date.now(), all: await this.services() };
    return this.#services.all.find(({ codeService }) => codeService === service)?.typeService ?? '';
  }

  #ask<Data>(path: string, body: object, rest: Partial<Request> = {}): Promise<Data> {
    return this.#dataOf({ method: 'POST', path, body, ...rest });
  }

  #read<Data>(path: string): Promise<Data> {
    return this.#dataOf({ method: 'GET', path });
  }

  async #dataOf<Data>(request: Request): Promise<Data> {
    return dataOf<Data>(await this.#send(request), this.#isSigned);
  }

  #send(request: Request): Promise<Answer> {
    return send(this.#settings, request);
  }

  get #isSigned(): boolean {
    return this.#settings.hmacSecret !== undefined;
  }
}
