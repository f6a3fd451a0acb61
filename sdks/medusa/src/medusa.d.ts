// What the plug-in uses of Medusa, which is not installed in this repository: 1,063 packages. The
// nightly test compiles the plug-in against Medusa's own types instead of these.

declare module '@medusajs/framework/utils' {
  export class AbstractPaymentProvider<Options = object> {
    static identifier: string;
    protected config: Options;
    constructor(cradle: { [name: string]: unknown }, options?: Options);
    static validateOptions(options: { [name: string]: unknown }): void;
  }

  export class MedusaError extends Error {
    static Types: { INVALID_DATA: string; NOT_ALLOWED: string; UNEXPECTED_STATE: string };
    constructor(type: string, message: string);
  }

  export const MathBN: { convert(value: unknown): { toFixed(): string } };

  export const Modules: { PAYMENT: 'payment' };

  export function ModuleProvider(module: string, provider: { services: unknown[] }): object;
}

declare module '@medusajs/framework/types' {
  export type PaymentSessionStatus =
    | 'authorized'
    | 'captured'
    | 'pending'
    | 'requires_more'
    | 'error'
    | 'canceled'
    | 'pending_authorization';

  interface ProviderInput {
    data?: Record<string, unknown>;
    context?: { idempotency_key?: string };
  }
  interface ProviderOutput {
    data?: Record<string, unknown>;
  }
  interface ProviderOutputWithStatus extends ProviderOutput {
    status: PaymentSessionStatus;
  }

  export interface InitiatePaymentInput extends ProviderInput {
    amount: unknown;
    currency_code: string;
  }
  export type UpdatePaymentInput = InitiatePaymentInput;
  export interface RefundPaymentInput extends ProviderInput {
    amount: unknown;
  }
  export type AuthorizePaymentInput = ProviderInput;
  export type CancelPaymentInput = ProviderInput;
  export type CapturePaymentInput = ProviderInput;
  export type DeletePaymentInput = ProviderInput;
  export type GetPaymentStatusInput = ProviderInput;
  export type RetrievePaymentInput = ProviderInput;

  export interface InitiatePaymentOutput extends ProviderOutputWithStatus {
    id: string;
  }
  export type UpdatePaymentOutput = ProviderOutput;
  export type AuthorizePaymentOutput = ProviderOutputWithStatus;
  export type GetPaymentStatusOutput = ProviderOutputWithStatus;
  export type CancelPaymentOutput = ProviderOutput;
  export type CapturePaymentOutput = ProviderOutput;
  export type DeletePaymentOutput = ProviderOutput;
  export type RefundPaymentOutput = ProviderOutput;
  export type RetrievePaymentOutput = ProviderOutput;

  export interface ProviderWebhookPayload {
    payload: {
      data: Record<string, unknown>;
      rawData: string | Buffer;
      headers: Record<string, unknown>;
    };
  }
  export interface WebhookActionResult {
    action: 'captured' | 'failed' | 'not_supported';
    data?: { session_id: string; amount: number };
  }

  export interface Logger {
    warn(message: string): void;
    error(message: string): void;
  }
}
