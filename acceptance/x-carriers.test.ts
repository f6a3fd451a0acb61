// X10: proves that carrier connections do what carriers ask for, against a carrier's software that
// is not ours.

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { startCarrier, textOf } from './harness/carrier.ts';
import type { Carrier, Pdu } from './harness/carrier.ts';
import { testAuthorityFile, testCertificate } from './harness/certificates/index.ts';
import { advanceClock, until } from './harness/index.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { uniqueText } from './harness/sms.ts';

const hourSeconds = 3_600;
const clientCertificate = testCertificate('p256');
const ca = readFileSync(testAuthorityFile, 'utf8');

/** What each connection is configured with, beside the address of its carrier. */
const configs: Record<string, Record<string, unknown>> = {
  PLAIN: {},
  ASKS: {
    systemType: 'SMSC',
    interfaceVersion: '5.0',
    addressRange: '^38000$',
    addressTon: 3,
    addressNpi: 8,
    destinationTon: 2,
    destinationNpi: 8,
    validity: 'absolute',
    concatenation: 'sar',
  },
  OLD: { interfaceVersion: '3.3', bindType: 'pair', validity: 'none', receipts: false },
  WRONG: { password: 'not this one' },
  BUSY: {},
  CERT: {
    tls: true,
    tlsCa: ca,
    tlsServername: 'localhost',
    tlsCertificate: clientCertificate.cert,
    tlsKey: clientCertificate.key,
  },
};

describe('X10 carrier connections', () => {
  const carriers = new Map<string, Carrier>();
  let fixture: SmsFixture;
  const carrierOf = (connection: string): Carrier => carriers.get(connection)!;
  before(async () => {
    const connections: TestRouting['connections'] = {};
    for (const [name, config] of Object.entries(configs)) {
      // The test's certificates are for servers: taken, and compared by their fingerprint.
      const tls = { ...testCertificate('rsa'), requestCert: true, rejectUnauthorized: false };
      const carrier = await startCarrier(name === 'CERT' ? { tls } : {});
      carriers.set(name, carrier);
      const address = { host: '127.0.0.1', port: carrier.port, systemId: 'us', password: 'secret' };
      connections[name] = { config: { ...address, ...config } };
    }
    const routing = { connections, refund: ['REJECTED', 'UNKNOWN'] };
    fixture = await openSmsFixture(routing, { unbound: Object.keys(configs) });
    for (const [name, carrier] of carriers)
      await until(`a bind of ${name}`, () => carrier.binds.length > 0);
  });
  after(async () => {
    await fixture?.close();
    for (const carrier of carriers.values()) await carrier.close();
  });

  /** Sends one text over a connection; answers the batch's id and what the carrier got. */
  const sendOver = async (
    connection: string,
    content = uniqueText(),
    parts = 1,
  ): Promise<{ id: string; submissions: Pdu[] }> => {
    const number = fixture.number(connection);
    const id = await fixture.sms.accept(number, content);
    return { id, submissions: await carrierOf(connection).submissionsTo(number.slice(1), parts) };
  };
  const fieldsOf = (pdu: Pdu | undefined, ...names: string[]) => names.map((name) => pdu?.[name]);

  it('X10 the bind names the version, address_range and system_type that are configured', async () => {
    const names = ['system_type', 'interface_version', 'addr_ton', 'addr_npi', 'address_range'];
    const commands = () => new Set(carrierOf('OLD').binds.map(({ command }) => command));
    const ofBind = (connection: string) => fieldsOf(carrierOf(connection).binds[0], ...names);
    assert.deepEqual(ofBind('ASKS'), ['SMSC', 0x50, 3, 8, '^38000$']);
    assert.deepEqual(ofBind('OLD'), ['', 0x33, 0, 0, '']);
    assert.deepEqual(ofBind('PLAIN'), ['', 0x34, 0, 0, '']);
    await until('both binds of the pair', () => commands().size === 2);
    assert.deepEqual([...commands()].toSorted(), ['bind_receiver', 'bind_transmitter']);
  });

  it('X10 validity is relative, absolute or absent, and recipients have the configured type and plan', async () => {
    const names = ['dest_addr_ton', 'dest_addr_npi', 'registered_delivery'];
    const [asks] = (await sendOver('ASKS')).submissions;
    assert.deepEqual(fieldsOf(asks, ...names), [2, 8, 1]);
    const validUntil = asks?.['validity_period'] as Date;
    const hours = (validUntil.getTime() - Date.now()) / (hourSeconds * 1_000);
    assert.ok(hours > 47 && hours < 49, `valid for ${hours} hours`);
    const [old] = (await sendOver('OLD')).submissions;
    assert.deepEqual(fieldsOf(old, ...names, 'validity_period'), [1, 1, 0, '']);
    const [plain] = (await sendOver('PLAIN')).submissions;
    assert.deepEqual(fieldsOf(plain, ...names), [1, 1, 1]);
    assert.ok(plain?.['validity_period'] instanceof Date);
  });

  it('X10 without receipts SENT is the last state: final, charged, and never a case', async () => {
    const { id } = await sendOver('OLD');
    const message = await fixture.sms.untilState(id, 'SENT');
    assert.deepEqual([message.reason, message.refunded], ['receipts_off', false]);
    assert.equal((await fixture.sms.batch(id))['final'], true);
    const other = await sendOver('PLAIN');
    await fixture.sms.untilState(other.id, 'SENT');
    assert.equal((await fixture.sms.batch(other.id))['final'], false);
    // The default validity, and the day after it.
    await advanceClock(fixture.installation, 74 * hourSeconds);
    const waited = await fixture.sms.untilState(other.id, 'UNKNOWN');
    assert.deepEqual([waited.reason, waited.refunded], ['no_receipt', true]);
    const last = (await fixture.sms.messages(id))[0]!;
    assert.deepEqual([last.state, last.reason, last.refunded], ['SENT', 'receipts_off', false]);
    await fixture.installation.cli(['doctor']);
  });

  it('X10 a client certificate is shown, and its key is stored sealed', async () => {
    const carrier = carrierOf('CERT');
    const { id } = await sendOver('CERT');
    await fixture.sms.untilState(id, 'SENT');
    const { fingerprint256 } = new X509Certificate(clientCertificate.cert);
    assert.deepEqual([...new Set(carrier.clients)], [fingerprint256]);
    const { stdout } = await fixture.installation.runCli(['sms', 'routing', 'export']);
    assert.match(stdout, /"tlsKey": \{\s*"sealed"/);
    assert.doesNotMatch(stdout, /PRIVATE KEY/);
    assert.doesNotMatch(fixture.installation.logs(), /PRIVATE KEY/);
  });

  it('X10 a long text arrives in parts, joined by a header or by parameters', async () => {
    const content = `${uniqueText()} ${'abcdefghi '.repeat(40)}`.trim();
    const headers = (await sendOver('PLAIN', content, 3)).submissions;
    assert.equal(headers.map((pdu) => textOf(pdu).text).join(''), content);
    assert.deepEqual(
      headers.map((pdu) => [...textOf(pdu).header[0]!.subarray(-2)]),
      [
        [3, 1],
        [3, 2],
        [3, 3],
      ],
    );
    const parameters = (await sendOver('ASKS', `${content}.`, 3)).submissions;
    const sar = ['sar_total_segments', 'sar_segment_seqnum'];
    assert.deepEqual(
      parameters.map((pdu) => fieldsOf(pdu, ...sar)),
      [
        [3, 1],
        [3, 2],
        [3, 3],
      ],
    );
    assert.equal(new Set(parameters.map((pdu) => pdu['sar_msg_ref_num'])).size, 1);
    assert.equal(parameters.map((pdu) => textOf(pdu).text).join(''), `${content}.`);
  });

  describe('X10 a carrier that holds us up', { concurrency: true }, () => {
    it('X10 "too fast" and "queue full" are waited out, and nothing is sent twice', async () => {
      const carrier = carrierOf('BUSY');
      const refusals = [0x58, 0x14];
      const taken: string[] = [];
      carrier.answerWith((pdu) => {
        const status = refusals.shift();
        if (status !== undefined) return { command_status: status };
        taken.push(String(pdu['destination_addr']));
        return { message_id: `t-${taken.length}` };
      });
      const numbers = fixture.numbers('BUSY', 5);
      const id = await fixture.sms.accept(numbers);
      await fixture.sms.untilEach(id, 'all are sent', ({ state }) => state === 'SENT');
      assert.deepEqual(taken.toSorted(), numbers.map((number) => number.slice(1)).toSorted());
    });

    it('X10 a wrong password is shown with its cause, and is not tried again at once', async () => {
      const { links } = await fixture.installation.cli<{
        links: { name: string; binds: { state: string; detail: string | null }[] }[];
      }>(['sms', 'link', 'list']);
      const [bind] = links.find(({ name }) => name === 'WRONG')!.binds;
      assert.equal(bind?.state, 'connecting');
      // Carriers lock accounts; what is merely lost is tried again after a second.
      assert.match(bind?.detail ?? '', /ESME_RINVPASWD.*next attempt in \d\d s/);
    });

    it('X10 its enquire_link is answered, and after its unbind we bind again', async () => {
      const carrier = carrierOf('ASKS');
      const answers = () => carrier.received.filter(({ command }) => command.endsWith('_resp'));
      carrier.send('enquire_link');
      await until('an answer to enquire_link', () =>
        answers().some(({ command }) => command === 'enquire_link_resp'),
      );
      const before = carrier.binds.length;
      carrier.send('unbind');
      await until('an answer to unbind', () =>
        answers().some(({ command }) => command === 'unbind_resp'),
      );
      await until('bound again', () => carrier.binds.length > before);
      await fixture.sms.untilState((await sendOver('ASKS')).id, 'SENT');
    });
  });
});
