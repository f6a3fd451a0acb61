// Proves that the OpenAPI document is sound.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { OfferedService } from '../src/index.ts';
import { endpoints, languages, openapiDocument, smsEndpoints } from '../src/index.ts';

const options = { baseUrl: 'https://gateway.example', version: '1.2.3' };
const document = openapiDocument(options);

/** Every node of a JSON value. */
function* nodes(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* nodes(member);
}

/** Every node that may carry a text: no example's body, and no `{ fr, en }`. */
function* described(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || 'fr' in value) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) if (key !== 'value') yield* described(member);
}

/** Every node with the name of the member whose schema it is, through alternatives and lists. */
function* members(
  value: unknown,
  name: string,
): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [name, value as Record<string, unknown>];
  for (const [key, member] of Object.entries(value)) {
    if (key === 'value' || key === 'example') continue;
    const isName = !/^(?:\d+|anyOf|oneOf|items|schema)$/.test(key);
    yield* members(member, isName ? key : name);
  }
}

const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) =>
  ([get, post] as const).flatMap((operation, index) =>
    operation === undefined ? [] : [[path, operation, index === 1] as const],
  ),
);

describe('openapiDocument', () => {
  it('is OpenAPI 3.1 with its paths and the callback', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.deepEqual(document.servers, [{ url: 'https://gateway.example' }]);
    assert.equal(document.info.version, '1.2.3');
    assert.deepEqual(
      Object.keys(document.paths).sort(),
      [
        ...[
          'balance',
          'callbacks/stream',
          'checkouts',
          'checkouts/{id}',
          'claim/{claimRef}',
          'errors',
          'expire-checkout',
          'get-transaction-status',
          'list-pending-bills',
          'new-claim',
          'operation',
          'pause-payment-link',
          'payment-links',
          'payment-links/{id}',
          'payouts',
          'payouts/{payoutId}',
          ...['cancel', 'lines', 'pause', 'resume'].map((last) => `payouts/{payoutId}/${last}`),
          'phone-info',
          'preview-operation',
          'rejected-requests',
          'remit-reception-info',
          'remit-send-info',
          'resume-payment-link',
          'services',
          'test-integration',
        ],
        'transaction/refund-cancel',
      ]
        .map((path) => `/api-services/${path}`)
        .concat(
          [
            'send-sms',
            'sms/batches/{id}',
            'sms/batches/{id}/cancel',
            'sms/batches/{id}/messages',
            'sms/opt-outs',
            'sms/opt-outs/remove',
            'sms/preview',
          ].map((path) => `/api/${path}`),
        )
        .concat('/events'),
    );
    assert.deepEqual(Object.keys(document.webhooks), [
      'transaction-result',
      'claim-updated',
      'payout-ended',
      'sms-inbound',
      'sms-reports',
    ]);
  });

  it('is plain JSON whose references all resolve', () => {
    const copy = JSON.parse(JSON.stringify(document)) as typeof document;
    assert.deepEqual(copy, document);
    const references = [...nodes(copy)]
      .map((node) => node['$ref'])
      .filter((reference) => typeof reference === 'string');
    assert.ok(references.length > 20);
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((place, key) => (place as Record<string, unknown>)?.[key], copy);
      assert.notEqual(target, undefined, reference);
    }
  });

  it('gives each operation an id, a summary in both languages, an answer and, for POST, a body', () => {
    for (const [path, operation, isPost] of operations) {
      assert.ok(operation.summary.length > 5 && operation['x-summary-fr'].length > 5);
      const answer = operation.responses['200']?.content?.['application/json']?.schema;
      assert.ok(answer?.$ref ?? answer?.anyOf?.length, path);
      assert.equal(operation.requestBody !== undefined, isPost, path);
      for (const requirement of operation.security ?? [])
        for (const name of Object.keys(requirement))
          assert.ok(document.components.securitySchemes[name]);
    }
    assert.equal(operations.length, endpoints.length + smsEndpoints.length);
  });

  it('operation ids are unique names of functions', () => {
    const received = Object.values(document.webhooks).map(({ post }) => post.operationId);
    const ids = [...operations.map(([, { operationId }]) => operationId), ...received];
    for (const id of ids) assert.match(id, /^[a-z][A-Za-z]+$/);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(document.paths['/api-services/operation']?.post?.operationId, 'startOperation');
  });

  it('O3 lets any member into data, and the feed of events has one name', () => {
    const { schemas } = document.components;
    const request = schemas['OperationRequestPlain']?.properties?.['data']?.anyOf?.[0];
    const callback = schemas['Callback']?.properties?.['transaction']?.properties?.['data'];
    for (const data of [request, callback])
      assert.deepEqual([data?.type, data?.['additionalProperties']], ['object', true]);
    const feed = document.paths['/events']?.get;
    assert.deepEqual(
      [feed?.operationId, feed?.summary, feed?.['x-summary-fr']],
      ['listEvents', 'Read the event feed', 'Lire le flux d’événements'],
    );
    const portal = readFileSync(
      new URL('../../portal/src/pages/callbacks/messages.ts', import.meta.url),
      'utf8',
    );
    assert.deepEqual(portal.match(/(?:event feed|flux d’événements) \(GET [^)]*\)/g), [
      'flux d’événements (GET /events)',
      'event feed (GET /events)',
    ]);
  });

  it('what is an integer is one, of a stated size; only money may have decimals', () => {
    const money =
      /^(?:amount|commission|total|currentBalance|balance\w*|minimum|maximum|multipleOf|percent|fixed|day|week|month|price\w*|charged|refunded|fees|paid)$/;
    const found = { integers: 0, decimals: 0 };
    for (const [name, node] of members(document, '')) {
      if (node['type'] === 'number') {
        assert.match(name, money);
        found.decimals++;
      }
      if (node['type'] !== 'integer') continue;
      assert.ok(
        'const' in node || 'enum' in node || /^int(?:32|64)$/.test(`${node['format']}`),
        name,
      );
      found.integers++;
    }
    assert.ok(found.integers > 60 && found.decimals > 30, JSON.stringify(found));
    const limits = operations.flatMap(([, { parameters = [] }]) =>
      parameters.filter(({ name }) => name === 'limit').map(({ schema }) => schema),
    );
    const page = { type: 'integer', format: 'int32', minimum: 1, default: 100 };
    const pages = [500, 100, 500, 1_000, 1_000].map((maximum) => ({ ...page, maximum }));
    const ofRejected = { ...page, default: 20, maximum: 100 };
    assert.deepEqual(limits, pages.toSpliced(3, 0, ofRejected));
    const status = document.components.schemas['GetTransactionStatusResponse'];
    const id = status?.properties?.['data']?.properties?.['transactionId'];
    assert.deepEqual([id?.type, id?.['format']], ['integer', 'int64']);
  });

  it('describes the extra members of each family of services', () => {
    const members = (name: string): string[] =>
      Object.keys(document.components.schemas[name]?.properties ?? {});
    assert.ok(members('OperationRequestCard').includes('cardNumber'));
    assert.ok(members('OperationRequestWallet').includes('useOpaQrCode'));
    assert.ok(members('OperationRequestBillPay').includes('billReference'));
    assert.ok(!members('OperationRequestPlain').includes('cardNumber'));
    assert.doesNotMatch(JSON.stringify(document), /x-problem/);
  });

  it('tells the forms of an operation apart by the codes of the installation', () => {
    const services: OfferedService[] = [
      { code: 'OPA_SN_API_CASH_IN', kind: 'payout' },
      { code: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', kind: 'airtime' },
      { code: 'BANK_CARD_API_CASH_OUT', kind: 'card' },
      // The catalogue has the last word, not the spelling.
      { code: 'WIRE_SN_API_CASH_IN', kind: 'bank_transfer' },
      { code: 'REMIT_SN_API_CASH_IN', kind: 'remit_send' },
      { code: 'CHAT_MESSAGING', kind: 'chat' },
    ];
    const offered = openapiDocument({ ...options, services });
    const { schemas } = offered.components;
    const { oneOf = [], discriminator } = schemas['OperationRequest'] ?? {};
    const codes = oneOf.map(({ $ref = '' }) => {
      const form = schemas[$ref.replace('#/components/schemas/', '')];
      return [$ref, form?.properties?.['codeService']?.enum] as const;
    });
    const named = (name: string) => `#/components/schemas/OperationRequest${name}`;
    assert.deepEqual(codes, [
      [named('Plain'), ['OPA_SN_API_CASH_IN', 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE']],
      [named('Card'), ['BANK_CARD_API_CASH_OUT']],
      [named('BankTransfer'), ['WIRE_SN_API_CASH_IN']],
      [named('Chat'), ['CHAT_MESSAGING']],
      [named('RemitSend'), ['REMIT_SN_API_CASH_IN']],
    ]);
    const mapping = codes.flatMap(([ref, each = []]) => each.map((code) => [code, ref]));
    assert.deepEqual(discriminator, {
      propertyName: 'codeService',
      mapping: Object.fromEntries(mapping) as unknown,
    });
    const required = (name: string) => schemas[`OperationRequest${name}`]?.required ?? [];
    for (const member of ['amount', 'cardNumber', 'cardCVC', 'bankAuthRedirectUrl'])
      assert.ok(required('Card').includes(member), member);
    const common = ['phone', 'codeService', 'externalTransactionId'];
    assert.deepEqual(required('RemitSend'), [...common, 'amount']);
    assert.deepEqual(required('Chat'), common);
    for (const path of ['operation', 'preview-operation']) {
      const body = offered.paths[`/api-services/${path}`]?.post?.requestBody?.content;
      const { schema, examples = {} } = body?.['application/json'] ?? { schema: {} };
      assert.deepEqual(schema, { $ref: '#/components/schemas/OperationRequest' });
      const shown = Object.values(examples).map(
        ({ value }) => (value as { codeService: string }).codeService,
      );
      assert.ok(shown.length > 0, path);
      for (const code of shown) assert.ok(Object.hasOwn(Object.fromEntries(mapping), code), code);
    }
    const [today, before] = [offered, document].map((each) => JSON.stringify(each).length);
    assert.ok(today! < before! * 1.5);
  });

  it('stays valid without the services of an installation', () => {
    const { anyOf, oneOf } = document.components.schemas['OperationRequest'] ?? {};
    assert.equal(anyOf?.length, 9);
    assert.equal(oneOf, undefined);
  });

  it('C5, M1 names the headers of signatures, on every POST and on the callback', () => {
    const namesOf = (
      operation: { parameters?: readonly { name: string; in: string }[] } | undefined,
    ) =>
      (operation?.parameters ?? [])
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name);
    const onCallback = [
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'Hmac-Signature',
      'Timestamp',
    ];
    for (const [path, operation, isPost] of operations) {
      if (!operation.tags.includes('payments')) continue;
      const ofSignature = ['Hmac-Signature', 'Timestamp'];
      const named = namesOf(operation).filter((name) => name !== 'Last-Event-ID');
      assert.deepEqual(named, isPost ? ofSignature : [], path);
    }
    for (const { post } of Object.values(document.webhooks))
      assert.deepEqual(namesOf(post), onCallback);
  });

  it('X2, X5 SMS: 400 beside 200, keys and parameters of their own, the batch in a header', () => {
    for (const [path, operation, isPost] of operations) {
      if (!operation.tags.includes('sms')) {
        assert.deepEqual(Object.keys(operation.responses), ['200'], path);
        continue;
      }
      assert.deepEqual(Object.keys(operation.responses), ['200', '400'], path);
      assert.deepEqual(operation.security, isPost ? [{}] : [{ 'App-Key': [] }], path);
      const parameters = (operation.parameters ?? []).map(
        ({ name, in: place }) => `${place} ${name}`,
      );
      assert.equal(parameters.includes('path id'), path.includes('{id}'), path);
      assert.equal(parameters.includes('header Idempotency-Key'), path === '/api/send-sms', path);
      assert.equal(
        operation.requestBody?.content['application/x-www-form-urlencoded'] !== undefined,
        isPost,
        path,
      );
    }
    const { get: messages } = document.paths['/api/sms/batches/{id}/messages']!;
    assert.match(
      String(messages?.responses['200']?.content?.['text/csv']?.examples?.['csv']?.value),
      /^position,msisdn,.*\r\n1,\+2217/,
    );
    assert.ok(document.paths['/api/send-sms']?.post?.responses['200']?.headers?.['X-Batch-Id']);
  });

  it('every text is there in both languages', () => {
    for (const node of described(document)) {
      for (const name of ['description', 'summary'])
        if (typeof node[name] === 'string')
          assert.equal(typeof node[`x-${name}-fr`], 'string', node[name]);
    }
  });

  it('is in one language where one is asked for', () => {
    for (const language of languages) {
      const reduced = openapiDocument({ ...options, language });
      const both = described(document);
      for (const node of described(reduced)) {
        const { value: from } = both.next() as { value: Record<string, unknown> };
        assert.deepEqual(
          Object.keys(node).sort(),
          Object.keys(from)
            .filter((key) => !/^x-.*-fr$/.test(key))
            .sort(),
        );
        for (const name of ['title', 'description', 'summary', 'name'])
          if (`x-${name}-fr` in from)
            assert.equal(node[name], from[language === 'fr' ? `x-${name}-fr` : name]);
      }
      assert.equal(both.next().done, true);
      assert.equal(reduced['x-codes'][0]?.meaning, document['x-codes'][0]?.meaning[language]);
      const example = ({ paths }: Pick<typeof reduced, 'paths'>): unknown =>
        paths['/api-services/balance']?.get?.responses['200']?.content?.['application/json']
          ?.examples;
      const [[, shown], [, original]] = [reduced, document].map(
        (each) => Object.entries(example(each) as Record<string, { value: unknown }>)[0]!,
      ) as [[string, { value: unknown }], [string, { value: unknown }]];
      assert.deepEqual(shown.value, original.value);
    }
  });
});
