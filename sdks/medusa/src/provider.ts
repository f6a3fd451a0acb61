// The payment provider that Medusa calls. It turns what Medusa gives into calls of payments, and
// refusals into errors that Medusa shows.

import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import { AbstractPaymentProvider, MathBN, MedusaError } from '@medusajs/framework/utils';
import { InvalidCall, Jokko, OutcomeUnknown, Refused } from 'jokko-sdk';
import { readAmount } from './amount.ts';
import { giveBack, refundPayment } from './give-back.ts';
import { checkOptions, type JokkoMedusaOptions } from './options.ts';
import {
  endPayment,
  NotPossible,
  otherStarts,
  readPayment,
  startPayment,
  type Payments,
} from './payments.ts';
import { sessionStatusOf, type PaymentRecord } from './record.ts';
import { keepResults } from './results.ts';
import { sessionsOf, type PaymentSessionService, type Session } from './sessions.ts';
import { readWebhook } from './webhook.ts';

/** What the payment module offers its providers. */
type Cradle = { logger: Logger; paymentSessionService: PaymentSessionService };

const textOf = (amount: unknown): string => MathBN.convert(amount as number).toFixed();

export class JokkoPaymentProvider extends AbstractPaymentProvider<JokkoMedusaOptions> {
  static override identifier = 'jokko';
  readonly #payments: Payments;

  static override validateOptions(options: { [name: string]: unknown }): void {
    checkOptions(options);
  }

  constructor(cradle: Cradle, options: JokkoMedusaOptions) {
    super(cradle, options);
    this.#payments = {
      jokko: new Jokko(options),
      options,
      // Medusa makes its services when they are first asked for.
      sessions: sessionsOf(() => cradle.paymentSessionService, textOf),
      results: keepResults(),
      logger: cradle.logger,
    };
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    // Medusa's own: it stands over what the shop's page sent.
    const sessionId = String(input.data?.['session_id']);
    const currency = input.currency_code.toUpperCase();
    const { data = {} } = input;
    const record = await told(() =>
      startPayment(this.#payments, { sessionId, amount: textOf(input.amount), currency, data }),
    );
    const isOpen = sessionStatusOf(record.status) === 'requires_more';
    const status = isOpen ? 'pending' : sessionStatusOf(record.status);
    return { id: sessionId, status, data: { ...record } };
  }

  /** The amount of a payment that was ordered does not change. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { data = {} } = input;
    const { amount, currency } = data as Partial<PaymentRecord>;
    const wanted = input.currency_code.toUpperCase();
    return told(async () => {
      if (wanted !== currency || readAmount(textOf(input.amount), wanted) !== amount)
        throw new NotPossible('The amount of a payment cannot change. Make a new payment session.');
      return { data };
    });
  }

  /** `idempotency_key` is the session's id, which no shop's page can choose. */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const record = await this.#read(String(input.context?.idempotency_key));
    return { status: sessionStatusOf(record.status), data: { ...record } };
  }

  /** The money is there since the payment succeeded. */
  async capturePayment({ data = {} }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return { data };
  }

  async refundPayment({ data, amount }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const record = await told(() =>
      refundPayment(this.#payments, data as unknown as PaymentRecord, textOf(amount)),
    );
    return { data: { ...record } };
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const record = await told(() => giveBack(this.#payments, data as unknown as PaymentRecord));
    return { data: { ...record } };
  }

  /**
   * Medusa keeps a session whose deletion throws, and so it does with one whose payment is being
   * started.
   */
  async deletePayment({ data = {} }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    await told(async () => {
      if (data['id'] === undefined) throw new NotPossible(otherStarts);
      await endPayment(this.#payments, await this.#sessionOf(String(data['id'])));
    });
    return { data };
  }

  async retrievePayment({ data = {} }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: { ...(await this.#read(String(data['id']))) } };
  }

  async getPaymentStatus({ data = {} }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const record = await this.#read(String(data['id']));
    return { status: sessionStatusOf(record.status), data: { ...record } };
  }

  getWebhookActionAndData(
    payload: ProviderWebhookPayload['payload'],
  ): Promise<WebhookActionResult> {
    return readWebhook(this.#payments, payload);
  }

  #read(id: string): Promise<PaymentRecord> {
    return told(async () => readPayment(this.#payments, await this.#sessionOf(id)));
  }

  async #sessionOf(id: string): Promise<Session> {
    const session = await this.#payments.sessions.find(id);
    if (session === null) throw new NotPossible(`There is no payment session ${id}.`);
    return session;
  }
}

/** Medusa shows its own errors to who asked, and all others as unknown ones. */
async function told<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const { INVALID_DATA, NOT_ALLOWED, UNEXPECTED_STATE } = MedusaError.Types;
    if (error instanceof InvalidCall) throw new MedusaError(INVALID_DATA, error.message);
    if (error instanceof NotPossible || error instanceof Refused)
      throw new MedusaError(NOT_ALLOWED, error.message);
    if (error instanceof OutcomeUnknown) throw new MedusaError(UNEXPECTED_STATE, error.message);
    throw error;
  }
}
