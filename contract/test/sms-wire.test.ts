// X2, X5: proves that the documented requests of the SMS interface pass, that its answers fit, and
// that each refusal has its sentence.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import {
  charactersOutsideGsm,
  idempotencyKeyPattern,
  languages,
  readSendSms,
  readSmsNumbers,
  readSmsPreview,
  segmentText,
  sendSmsResponse,
  smsEndpoints,
  smsFaultData,
  smsFaultMessage,
  smsInboundBody,
  smsInboundExamples,
  smsPreviewEndpoint,
  smsRecipientsMax,
  smsRefusal,
  smsRefusalResponse,
  smsNumberProblems,
  smsTexts,
} from '../src/index.ts';
import type { SmsFault } from '../src/index.ts';

type Body = Record<string, unknown>;
const readers: Record<string, (body: Body) => { ok: boolean }> = {
  '/api/send-sms': readSendSms,
  '/api/sms/preview': readSmsPreview,
  '/api/sms/opt-outs': readSmsNumbers,
  '/api/sms/opt-outs/remove': readSmsNumbers,
  // Nothing but the key is read of it.
  '/api/sms/batches/{id}/cancel': (body) => ({ ok: typeof body['app_key'] === 'string' }),
};
const good = { app_key: 'k', sender: 'JOKKO', content: 'Bonjour', msisdn: ['+221770000001'] };

function faultsOf(change: Body): SmsFault[] {
  const read = readSendSms({ ...good, ...change });
  return read.ok ? [] : read.faults;
}

describe('SMS: what the documentation says', () => {
  for (const endpoint of smsEndpoints) {
    it(`${endpoint.name}: every example is read or fits a schema with its members in order`, () => {
      for (const { body, name } of endpoint.requestExamples) {
        assert.ok(Compile(endpoint.request!).Check(body), name);
        assert.equal(readers[endpoint.path]?.(body).ok, true, name);
      }
      for (const { body, name } of endpoint.responseExamples) {
        const forms = body['code'] === 400 ? endpoint.refusals! : endpoint.responses;
        const [form] = forms.filter((schema) => Compile(schema).Check(body));
        assert.ok(form, name);
        assert.deepEqual(Object.keys(body), ['code', 'error', 'msg', 'data'], name);
        const { properties } = form as unknown as { properties: { data: { properties?: Body } } };
        if (properties.data.properties !== undefined)
          assert.deepEqual(
            Object.keys(body['data'] as Body),
            Object.keys(properties.data.properties),
            name,
          );
        assert.ok(endpoint.codes.includes(body['code'] as number), name);
      }
    });
  }

  it('the preview example is what segmentText answers', () => {
    const [request] = smsPreviewEndpoint.requestExamples;
    const [answer] = smsPreviewEndpoint.responseExamples;
    const content = String(request!.body['content']);
    const { encoding, text, parts, units, freeUnits, replaced } = segmentText(content, {
      transliterate: true,
    });
    const outsideGsm = charactersOutsideGsm(content, true);
    const {
      recipients: _recipients,
      currency: _currency,
      total: _total,
      totals: _totals,
      prices: _prices,
      ...documented
    } = answer!.body['data'] as Body;
    assert.deepEqual(
      { encoding, content: text, parts: parts.length, units, freeUnits, replaced, outsideGsm },
      documented,
    );
  });

  it('the inbound examples fit', () => {
    for (const { body, name } of smsInboundExamples)
      assert.deepEqual(Compile(smsInboundBody).Errors(body), [], name);
  });

  it('X2 an acceptance is 201 with an empty list', () => {
    assert.ok(Compile(sendSmsResponse).Check({ code: 201, error: false, msg: 'x', data: [] }));
    assert.ok(!Compile(sendSmsResponse).Check({ code: 201, error: false, msg: 'x', data: {} }));
  });
});

describe('X1, X2 bodies', () => {
  it('reads what is right', () => {
    const read = readSendSms({
      ...good,
      app_key: ' k ',
      sender: 38000,
      msisdn: ['+221 77 000 00 01', 221770000002],
    });
    assert.deepEqual(read, {
      ok: true,
      command: {
        appKey: 'k',
        sender: { kind: 'shortCode', sender: '38000' },
        content: 'Bonjour',
        msisdn: ['+221 77 000 00 01', '221770000002'],
        scheduleAt: null,
        callbackUrl: null,
      },
    });
    assert.equal(readSendSms({ ...good, msisdn: '+221770000001' }).ok, true);
    assert.equal(
      readSendSms({
        ...good,
        msisdn: Array.from({ length: smsRecipientsMax }, () => '+221770000001'),
      }).ok,
      true,
    );
    assert.deepEqual(readSmsPreview({ app_key: 'k', content: 'x' }), {
      ok: true,
      command: { appKey: 'k', content: 'x', sender: null, msisdn: null },
    });
  });

  it('names the first thing that is wrong with each field', () => {
    const cases: [change: Body, fault: SmsFault][] = [
      [{ app_key: undefined }, 'app_key.missing'],
      [{ app_key: ' ' }, 'app_key.missing'],
      [{ app_key: 7 }, 'app_key.notText'],
      [{ sender: undefined }, 'sender.missing'],
      [{ sender: null }, 'sender.missing'],
      [{ sender: ['a'] }, 'sender.notText'],
      [{ sender: ' ' }, 'sender.empty'],
      [{ sender: 'My Company Limited' }, 'sender.tooLong'],
      [{ sender: 'a@b' }, 'sender.forbiddenCharacters'],
      [{ content: undefined }, 'content.missing'],
      [{ content: 5 }, 'content.notText'],
      [{ content: '' }, 'content.empty'],
      [{ content: ' \n\u00a0' }, 'content.empty'],
      [{ content: 'a'.repeat(255 * 153 + 1) }, 'content.tooLong'],
      [{ sender: `A${' '.repeat(64)}` }, 'sender.tooLong'],
      [{ msisdn: undefined }, 'msisdn.missing'],
      [{ msisdn: {} }, 'msisdn.notList'],
      [{ msisdn: [] }, 'msisdn.empty'],
      [{ msisdn: '' }, 'msisdn.empty'],
      [{ msisdn: ['+221770000001', null] }, 'msisdn.notText'],
      [
        { msisdn: Array.from({ length: smsRecipientsMax + 1 }, () => '+221770000001') },
        'msisdn.tooMany',
      ],
    ];
    for (const [change, fault] of cases) assert.deepEqual(faultsOf(change), [fault], fault);
    assert.deepEqual(faultsOf({ app_key: 1, sender: '', content: '', msisdn: [] }), [
      'app_key.notText',
      'sender.empty',
      'content.empty',
      'msisdn.empty',
    ]);
    assert.deepEqual(readSmsPreview({ app_key: 'k', content: 'x', sender: 'a@b', msisdn: [] }), {
      ok: false,
      faults: ['sender.forbiddenCharacters', 'msisdn.empty'],
    });
    assert.deepEqual(readSmsNumbers({}), {
      ok: false,
      faults: ['app_key.missing', 'msisdn.missing'],
    });
  });
});

describe('SMS: sentences', () => {
  it('a refusal fits its schema, each field with its sentence', () => {
    for (const language of languages) {
      const faults: SmsFault[] = ['app_key.wrong', 'content.empty'];
      const data = smsFaultData(faults, language);
      assert.deepEqual(Object.keys(data), ['app_key', 'content']);
      assert.ok(
        Compile(smsRefusalResponse).Check(smsRefusal(data, smsFaultMessage(faults, language))),
      );
      assert.equal(
        smsFaultMessage(['content.empty'], language),
        smsTexts[language].fault['content.empty'],
      );
      assert.equal(smsRefusal({ content: 'x' }).msg, 'x');
    }
  });

  it('says of a bad number that it is invalid and that the international format must be respected', () => {
    for (const problem of [
      'invalid',
      'characters',
      'noCountryCode',
      'wrongLength',
      'notAssigned',
    ] as const) {
      assert.match(
        smsTexts.en.number({ problem, meant: [] }),
        /number is invalid.*international format.*must be respected/,
      );
      assert.match(
        smsTexts.fr.number({ problem, meant: [] }),
        /numéro est invalide.*format international.*doit être respecté/,
      );
    }
  });

  it('both languages say something different for everything, with the values in it', () => {
    const english = smsTexts.en;
    const french = smsTexts.fr;
    for (const table of ['fault', 'query'] as const) {
      const [one, other]: [Record<string, string>, Record<string, string>] = [
        english[table],
        french[table],
      ];
      assert.deepEqual(Object.keys(one), Object.keys(other));
      for (const name of Object.keys(one)) assert.notEqual(one[name], other[name], name);
      assert.equal(new Set(Object.values(other)).size, Object.keys(other).length, table);
    }
    const country = { code: 'SN', callingCode: '221', lengths: [9], given: 8 };
    const numbers = (texts: typeof french) =>
      smsNumberProblems.map((problem) => texts.number({ problem, meant: [], country }));
    for (const [at, text] of numbers(english).entries()) assert.notEqual(text, numbers(french)[at]);
    assert.equal(new Set(numbers(french)).size, smsNumberProblems.length);
    for (const language of languages) {
      const texts = smsTexts[language];
      const hinted = texts.number({ problem: 'wrongLength', meant: ['+221770000002'], country });
      assert.match(hinted, /S[ée]n[ée]gal.* 9 .*\+221.* 8\..*\+221770000002/);
      assert.match(texts.contentTooLong({ parts: 12, max: 10 }), /12.*10/);
      assert.match(
        texts.balanceTooLow({ needed: '20 XOF', available: '15 XOF' }),
        /20 XOF.*15 XOF/,
      );
      assert.match(texts.accepted({ recipients: 3 }), /^3 messages /);
      assert.match(texts.accepted({ recipients: 1 }), /^1 message /);
      assert.match(texts.numbersRefused({ count: 3 }), /^3 /);
      assert.match(texts.fault['msisdn.tooMany'], /10000/);
    }
  });

  it('an Idempotency-Key is printable and of bounded length', () => {
    const pattern = new RegExp(idempotencyKeyPattern);
    for (const key of ['a', 'order-0001', 'x'.repeat(255)]) assert.ok(pattern.test(key), key);
    for (const key of ['', 'a b', 'é', 'x'.repeat(256), 'a\n']) assert.ok(!pattern.test(key), key);
  });
});
