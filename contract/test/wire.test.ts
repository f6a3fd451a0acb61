// Proves that the documented requests pass the checks and that the documented answers fit the
// schemas, member order included.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import * as contract from '../src/index.ts';
import type { FieldFault } from '../src/index.ts';
import { wireExample, wireExamples } from './wire-examples.ts';

const checks: Record<string, (body: object) => readonly FieldFault[]> = {
  '/api-services/operation': (body) => contract.checkOperation(body),
  '/api-services/preview-operation': (body) => contract.checkOperation(body),
  '/api-services/checkouts': contract.checkCheckout,
  '/api-services/expire-checkout': contract.checkExpireCheckout,
  '/api-services/test-integration': contract.checkTestIntegration,
  '/api-services/payment-links': contract.checkPaymentLink,
  '/api-services/pause-payment-link': contract.checkPaymentLinkMove,
  '/api-services/resume-payment-link': contract.checkPaymentLinkMove,
  '/api-services/list-pending-bills': contract.checkListPendingBills,
  '/api-services/get-transaction-status': contract.checkGetTransactionStatus,
  '/api-services/new-claim': contract.checkNewClaim,
  '/api-services/transaction/refund-cancel': contract.checkRefundCancel,
  '/api-services/remit-reception-info': contract.checkRemitReceptionInfo,
  '/api-services/remit-send-info': contract.checkRemitSendInfo,
  '/api-services/payouts': contract.checkPayouts,
  // Their body may hold the key, and nothing else.
  '/api-services/payouts/{payoutId}/pause': () => [],
  '/api-services/payouts/{payoutId}/resume': () => [],
  '/api-services/payouts/{payoutId}/cancel': () => [],
};

/** The two documented requests that cannot be carried out, and why. */
const documentedFaults: Record<string, FieldFault[]> = {
  'operation minimum (docs intro)': [{ field: 'externalTransactionId', problem: 'missing' }],
  'operation bank card': [{ field: 'cardNumber', problem: 'invalidCardNumber' }],
};

const responseSchemas: Record<string, TSchema> = {
  services: contract.servicesResponse,
  errors: contract.errorsResponse,
  balance: contract.balanceResponse,
  'list-pending-bills electricity': contract.listPendingBillsResponse,
  'list-pending-bills refused': contract.listPendingBillsRefusedResponse,
  'operation cash-out OPC (deep link)': contract.operationResponse,
  'operation bank card': contract.operationResponse,
  'operation basic success response': contract.operationResponse,
  'operation failure': contract.operationFailedResponse,
  'operation chat message': contract.operationResponse,
  'status failed': contract.getTransactionStatusResponse,
  'status success': contract.getTransactionStatusResponse,
  'new-claim': contract.newClaimResponse,
  'refund-cancel success': contract.refundCancelResponse,
  'remit-reception-info': contract.remitReceptionInfoResponse,
  'remit-send-info': contract.remitSendInfoResponse,
};

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/** Such as `/data must have required properties asOf`. */
const faultsOf = (schema: TSchema, value: unknown): string[] =>
  Compile(schema)
    .Errors(value)
    .map(({ instancePath, message }) => `${instancePath} ${message}`.trim());

/** Fails where members of a value stand in another order than the schema's. */
function assertOrder(value: unknown, schema: Shape, place: string): void {
  if (Array.isArray(value)) {
    for (const item of value) assertOrder(item, schema.items ?? {}, `${place}[]`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const shape =
    schema.properties === undefined
      ? schema.anyOf?.find((each) => each.properties !== undefined)
      : schema;
  if (shape?.properties === undefined) return;
  const names = Object.keys(value);
  const known = Object.keys(shape.properties).filter((name) => names.includes(name));
  if (known.length > 0) assert.deepEqual(names, known, `order of members in ${place}`);
  for (const [name, member] of Object.entries(value))
    assertOrder(member, shape.properties[name] ?? {}, `${place}.${name}`);
}

describe('documented requests', () => {
  for (const example of wireExamples) {
    const body = example.request?.body;
    if (body === undefined) continue;
    it(example.name, () => {
      const check = checks[example.request?.path ?? ''];
      assert.ok(check, 'a check exists for the path');
      assert.deepEqual(check(body), documentedFaults[example.name] ?? []);
    });
  }

  it('the reload without accountNumber lacks it', () => {
    const body = wireExample('operation common fields (data as JSON string)').request?.body ?? {};
    assert.deepEqual(contract.missingExtras(body, contract.serviceKind('reload').form.required), [
      { field: 'accountNumber', problem: 'missing' },
    ]);
  });
});

describe('documented answers', () => {
  for (const example of wireExamples) {
    if (example.response === undefined) continue;
    it(example.name, () => {
      const schema = responseSchemas[example.name];
      assert.ok(schema, 'the answer has a schema');
      // A documented answer never changes, so what is new since then is `Type.Optional`.
      const faults = faultsOf(schema, example.response);
      assert.deepEqual(faults, [], 'a member that this answer lacks must be Type.Optional');
      assertOrder(example.response, schema as Shape, example.name);
    });
  }
});

describe('callbacks', () => {
  for (const name of ['callback success', 'callback failure']) {
    it(name, () => {
      const body = wireExample(name).callback?.body;
      assert.deepEqual(Compile(contract.callbackBody).Errors(body), []);
      assertOrder(body, contract.callbackBody as Shape, name);
    });
  }

  it('hash vector', async () => {
    const vector = wireExample('hash vector').vector;
    assert.ok(vector);
    const input = contract.composeHashInput(
      vector.transactionId,
      vector.externalTransactionId,
      vector.appKey,
    );
    assert.equal(input, vector.input);
    assert.equal(createHash('sha256').update(input).digest('hex'), vector.sha256);
    assert.equal(await contract.sha256Hex(input), vector.sha256);
  });

  it('the signed string is method, time in milliseconds and body', () => {
    assert.equal(
      contract.composeSignatureInput('post', 1699548600000, '{"a":1}'),
      'POST:1699548600000:{"a":1}',
    );
  });
});

describe('our own documentation', () => {
  for (const endpoint of contract.endpoints) {
    it(`${endpoint.name}: every example passes its check or fits a schema`, () => {
      for (const example of endpoint.requestExamples)
        assert.deepEqual(checks[endpoint.path]?.(example.body), [], example.name);
      for (const { name, body } of endpoint.responseExamples) {
        const fitting = endpoint.responses.filter((schema) => Compile(schema).Check(body));
        const faults = endpoint.responses.map((schema) => faultsOf(schema, body).join(', '));
        const missed = `the example ${name} fits no response schema: ${faults.join(' | ')}`;
        assert.notEqual(fitting.length, 0, missed);
        assertOrder(body, fitting[0] as Shape, name);
      }
    });
  }

  it('the callback examples fit, and their hash is that of the key test-key', () => {
    for (const { body } of contract.callbackExamples) {
      assert.deepEqual(Compile(contract.callbackBody).Errors(body), []);
      const { transactionId, externalTransactionId } = body.transaction;
      const hash = createHash('sha256')
        .update(contract.composeHashInput(transactionId, externalTransactionId, 'test-key'))
        .digest('hex');
      assert.equal(body.sha256Hash, hash);
    }
  });
});
