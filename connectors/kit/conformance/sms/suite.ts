// Conformance suite that every SMS connector over HTTP must pass against scripted answers of its
// carrier. A test is skipped only for what the protocol does not have, and the skip is reported.

import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { balanceTests } from './balances.ts';
import { lookUpTests } from './look-ups.ts';
import { answerTests, lostAnswerTests } from './submissions.ts';
import { closeTests, credentialTests, partTests, pauseTests, roomTests } from './pressure.ts';
import { confirmTests, falseNoticeTests, inboundTests, reportTests } from './notices.ts';
import { secrecyTests } from './secrecy.ts';
import type { SmsSubject } from './subject.ts';

/** Registers the suite with node:test; needs nothing running. */
export function runSmsConformance<Config>(subject: SmsSubject<Config>): void {
  describe(`${subject.connector.name} keeps the contract of SMS connectors`, () => {
    test('the configuration of the subject can be used', () =>
      assert.deepEqual(subject.connector.checkConfig(subject.config), []));
    describe('answers', () => answerTests(subject));
    describe('lost answers', () => lostAnswerTests(subject));
    describe('look-ups', () => lookUpTests(subject));
    describe('pauses', () => pauseTests(subject));
    describe('room', () => roomTests(subject));
    describe('parts', () => partTests(subject));
    describe('credentials', () => credentialTests(subject));
    describe('close', () => closeTests(subject));
    describe('balances', () => balanceTests(subject));
    describe('secrecy', () => secrecyTests(subject));
    describe('reports', () => reportTests(subject));
    describe('messages from phones', () => inboundTests(subject));
    describe('false notices', () => falseNoticeTests(subject));
    describe('unproven reports', () => confirmTests(subject));
  });
}
