// Proves that numbers of one text share a request, and that every code of a recipient, a refusal of
// all inside 201 and an error mean what the table says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, SmsPart } from '@jokko/connectors/kit';
import {
  createScriptedCarrier,
  jsonAnswer,
  lostAnswer,
  openBound,
  samplePart,
} from '@jokko/connectors/kit/conformance';
import type { AfricasTalkingConfig } from '../config.ts';
import { africasTalkingConnector } from '../index.ts';
import { readAnswer } from '../read-answer.ts';
import { refusalCodes, wholeRefusals } from '../status-table.ts';

const config: AfricasTalkingConfig = {
  username: 'shop',
  apiKey: 'key',
  baseUrl: 'https://at.example',
};
const user = jsonAnswer(200, { UserData: { balance: 'KES 1785.50' } });
const partTo = (number: number, changes: Partial<SmsPart> = {}): SmsPart => ({
  ...samplePart,
  to: `25471100000${number}`,
  ourRef: `1-${number}`,
  ...changes,
});
const recipient = (number: number, statusCode: number, messageId = `ATXid_${number}`) => ({
  statusCode,
  number: `+25471100000${number}`,
  status: 'Word',
  cost: 'KES 0.8000',
  messageId,
});
const told = (recipients: object[], message = 'Sent to 1/1 Total Cost: KES 0.8000', status = 201) =>
  jsonAnswer(status, { SMSMessageData: { Message: message, Recipients: recipients } });

/** `refused bad_number`, with a star where the connection is at fault. */
function meaningOf(result: HttpResult, log: () => void = () => {}): string {
  const { outcome, connectionAtFault } = readAnswer(result, [partTo(1)], log)[0]!;
  const { kind } = outcome;
  const why = kind === 'refused' ? outcome.reason : kind === 'busy' ? outcome.cause : '';
  return `${kind} ${why}${connectionAtFault ? '*' : ''}`.trim();
}

test('numbers of one text, sender and validity share a request; each has its own outcome', async () => {
  const context = createScriptedCarrier(config, [
    user,
    told([recipient(2, 403, 'None'), recipient(1, 101)]),
    told([recipient(3, 102)]),
    told([recipient(1, 100, 'ATXid_again')]),
  ]);
  const { session } = await openBound(africasTalkingConnector, context);
  const parts = [partTo(1), partTo(2), partTo(3, { text: 'Other' }), partTo(4, { from: 'É' })];
  const outcomes = await Promise.all(parts.map((part) => session.submit(part)));
  assert.deepEqual(outcomes, [
    { kind: 'accepted', id: 'ATXid_1' },
    { kind: 'refused', reason: 'bad_number', code: '403' },
    { kind: 'accepted', id: 'ATXid_3' },
    { kind: 'refused', reason: 'bad_sender', code: 'sender' },
  ]);
  const [greeted, sent, other] = context.requests;
  assert.equal(greeted?.url, 'https://at.example/version1/user?username=shop');
  assert.deepEqual([sent?.method, sent?.url], ['POST', 'https://at.example/version1/messaging']);
  assert.equal(sent?.headers?.['apiKey'], 'key');
  assert.deepEqual(Object.fromEntries(new URLSearchParams(String(sent?.body))), {
    username: 'shop',
    to: '+254711000001,+254711000002',
    message: 'Bonjour',
    from: 'JOKKO',
    bulkSMSMode: '1',
    enqueue: '1',
    retryDurationInHours: '1',
  });
  assert.equal(new URLSearchParams(String(other?.body)).get('message'), 'Other');
  await session.close(0);
});

test('the same text twice to one number goes in two requests', async () => {
  const context = createScriptedCarrier(config, [
    user,
    told([recipient(1, 101, 'first'), recipient(2, 101)]),
    told([recipient(1, 101, 'second')]),
  ]);
  const { session } = await openBound(africasTalkingConnector, context);
  const outcomes = await Promise.all(
    [partTo(1), partTo(1), partTo(2)].map((part) => session.submit(part)),
  );
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'accepted' && outcome.id),
    ['first', 'second', 'ATXid_2'],
  );
  await session.close(0);
});

test('every code of a recipient; one that nobody has listed refuses only without an id', () => {
  const expected: { [code: string]: string } = {
    100: 'accepted',
    101: 'accepted',
    102: 'accepted',
    401: 'busy connection_error*',
    402: 'refused bad_sender',
    403: 'refused bad_number',
    404: 'refused bad_number',
    405: 'busy connection_error*',
    406: 'refused barred',
    407: 'refused not_permitted',
    409: 'busy operator_error',
    500: 'busy operator_error',
    501: 'busy operator_error',
    502: 'refused other',
  };
  assert.deepEqual(['100', '101', '102', ...refusalCodes.keys()], Object.keys(expected));
  for (const [code, meaning] of Object.entries(expected)) {
    const id = meaning === 'accepted' ? 'ATXid_1' : 'None';
    assert.equal(meaningOf(told([recipient(1, Number(code), id)])), meaning, code);
  }
  let lines = 0;
  const log = (): void => void (lines += 1);
  assert.equal(meaningOf(told([recipient(1, 499, 'None')]), log), 'refused other');
  assert.equal(lines, 1);
  assert.equal(meaningOf(told([recipient(1, 499, 'ATXid_1')])), 'unknown');
  assert.equal(meaningOf(told([recipient(1, 199)])), 'unknown');
  assert.equal(meaningOf(told([recipient(1, 101, 'None')])), 'unknown');
});

test('a refusal of all comes inside 201, without recipients', () => {
  const expected: { [word: string]: string } = {
    InvalidSenderId: 'refused bad_sender',
    InsufficientBalance: 'busy connection_error*',
    RiskHold: 'busy connection_error*',
    InvalidPhoneNumber: 'refused bad_number',
    UserInBlacklist: 'refused barred',
    DoNotDisturbRejection: 'busy operator_error',
  };
  assert.deepEqual(
    [...wholeRefusals.keys()],
    Object.keys(expected).map((word) => word.toUpperCase()),
  );
  for (const [word, meaning] of Object.entries(expected))
    assert.equal(meaningOf(told([], word)), meaning, word);
  assert.equal(meaningOf(told([], 'Never Heard Of')), 'refused other');
});

test('errors and what proves nothing', () => {
  const plain = (status: number, text: string): HttpResult => ({
    kind: 'answer',
    status,
    headers: {},
    body: Buffer.from(text),
  });
  for (const [result, meaning] of [
    [plain(401, 'The supplied authentication is invalid'), 'busy connection_error*'],
    [plain(400, 'Request is missing required form field "to"'), 'refused other'],
    [plain(409, 'DoNotDisturbRejection'), 'busy operator_error'],
    [told([recipient(1, 409, 'None')], '', 409), 'busy operator_error'],
    [plain(429, ''), 'busy throttled'],
    [plain(500, ''), 'unknown'],
    [plain(502, '<html>'), 'unknown'],
    [plain(201, '<html>'), 'unknown'],
    [jsonAnswer(201, {}), 'unknown'],
    [jsonAnswer(201, { SMSMessageData: { Message: 'InvalidSenderId' } }), 'unknown'],
    [told(['unreadable'] as unknown as object[]), 'unknown'],
    [told([recipient(2, 101)]), 'unknown'],
    [lostAnswer, 'unknown'],
    [{ kind: 'not_sent', cause: 'ENOTFOUND' }, 'not_sent *'],
  ] as [HttpResult, string][])
    assert.equal(meaningOf(result), meaning, JSON.stringify(result));
});

test('the sandbox has a host of its own; the connection test reads the balance', async () => {
  const urlOf = async (changes: Partial<AfricasTalkingConfig>): Promise<string | undefined> => {
    const context = createScriptedCarrier({ ...config, ...changes }, [user]);
    assert.deepEqual(await africasTalkingConnector.connectionTest!.call(context), {
      ok: true,
      said: 'KES 1785.50',
    });
    return context.requests[0]?.url.split('/version1')[0];
  };
  assert.equal(await urlOf({ baseUrl: '' }), 'https://api.africastalking.com');
  assert.equal(
    await urlOf({ baseUrl: '', username: 'sandbox' }),
    'https://api.sandbox.africastalking.com',
  );
  assert.equal(await urlOf({}), 'https://at.example');
  assert.deepEqual(
    africasTalkingConnector
      .checkConfig({ username: '', apiKey: '', baseUrl: 'x' })
      .map(({ field }) => field),
    ['username', 'apiKey', 'baseUrl'],
  );
});
