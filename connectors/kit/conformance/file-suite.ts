// Conformance suite of connectors whose orders leave in files, against the simulator's folders.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newFileReference, openFileFixture } from './file-fixture.ts';
import type { FileFixture, FileOrder, FileSubject } from './file-fixture.ts';

const catalogueIds = Array.from({ length: 136 }, (_, index) => index + 1);
const daySeconds = 86_400;
/** A real file cut here and there; each end is another fault. */
const cuts = 40;

/** Registers the suite with node:test; starts and stops its own simulator. */
export function runFileConformance<Config>(subject: FileSubject<Config>): void {
  describe(`${subject.connector.name} keeps the contract of files`, () => {
    let open: FileFixture<Config> | undefined;
    before(async () => {
      open = await openFileFixture(subject);
    });
    after(() => open?.stop());
    const fixture = (): FileFixture<Config> => {
      if (open === undefined) throw new Error('the simulator has not started');
      return open;
    };
    describe('results', () => resultTests(fixture));
    describe('repeats', () => repeatTests(fixture));
    describe('reading', () => readingTests(fixture));
  });
}

function resultTests<Config>(fixture: () => FileFixture<Config>): void {
  test('orders of a file are executed once, and each is told about', async () => {
    const { order, put, pass, executions, subject } = fixture();
    const orders = ['0001', '0002', '0003'].map(order);
    await put(orders, { reference: newFileReference() });
    await pass(5);
    for (const each of orders) {
      assert.equal(await executions(each.reference), 1);
      const last = fixture().said(each.reference).at(-1);
      assert.equal(last?.outcome.kind, 'succeeded');
      assert.ok(last.outcome.refs.theirs, 'a success names the provider’s reference');
      assert.deepEqual(
        [last.claims.ours, last.claims.amount, last.claims.currency],
        [each.reference, each.intent.amount, each.intent.currency],
      );
      assert.ok(subject.connector.isParty?.(each.intent, last.claims.party ?? ''));
    }
  });

  test('every refusal that comes later, by its catalogue id (9001–9136)', async () => {
    const { order, put, pass, executions } = fixture();
    const orders = catalogueIds.map((id) => order(String(9000 + id)));
    await put(orders, { reference: newFileReference() });
    await pass(5);
    for (const [at, each] of orders.entries()) assertRefused(each, at + 1);
    assert.equal(await executions(orders[0]!.reference), 0);
  });

  test('every refusal at once (7001–7136), and the pure check that spares the file', async () => {
    const { order, put, pass, subject } = fixture();
    const orders = catalogueIds.map((id) => order(String(7000 + id)));
    await put(orders, { reference: newFileReference() });
    await pass(5);
    for (const [at, each] of orders.entries()) {
      assertRefused(each, at + 1);
      const refusal = subject.connector.validate(subject.config, each.intent);
      assert.equal(refusal?.catalogueId, at + 1);
    }
  });

  test('a late success is still a success (8001), and what waits is never told to have ended (8007)', async () => {
    const { order, put, pass, said } = fixture();
    const [late, waits] = [order('8001'), order('8007')];
    await put([late, waits], { reference: newFileReference() });
    await pass(5);
    assert.deepEqual(said(late.reference), []);
    await pass(20);
    assert.equal(said(late.reference).at(-1)?.outcome.kind, 'succeeded');
    assert.deepEqual(said(waits.reference), []);
  });

  test('what waits while its file is taken in part is told to have ended when it has', async () => {
    const { order, put, pass, said, fileEvents, doubts, subject } = fixture();
    const [waits, other] = [order(subject.waitingDigits), order('0011')];
    const reference = newFileReference();
    await put([waits, other], { reference });
    await pass(5);
    const ends = (each: FileOrder) =>
      said(each.reference)
        .map(({ outcome }) => outcome.kind)
        .filter((kind) => kind !== 'pending');
    assert.deepEqual([ends(waits), ends(other)], [[], ['succeeded']]);
    await pass(20);
    assert.deepEqual([ends(waits), ends(other)], [['succeeded'], ['succeeded']]);
    const ofFile = fileEvents.filter(({ file }) => file === reference);
    assert.ok(ofFile.every(({ outcome }) => outcome.kind === 'pending'));
    assert.ok(!doubts.some(({ file }) => file === reference));
  });

  test('a failure for a reason that no table has is failed, unknown_error (8020)', async () => {
    const { order, put, pass, said } = fixture();
    const each = order('8020');
    await put([each], { reference: newFileReference() });
    await pass(5);
    const outcome = said(each.reference).at(-1)?.outcome;
    assert.ok(outcome?.kind === 'failed', outcome?.kind);
    const { catalogue, catalogueId } = outcome.error;
    assert.deepEqual([catalogue, catalogueId], ['unknown_error', undefined]);
  });

  test('a transfer that comes back after its success is told to be reversed', async () => {
    const { order, put, pass, said, subject } = fixture();
    const each = order(subject.returnedDigits);
    await put([each], { reference: newFileReference() });
    await pass(5);
    await pass(5);
    assert.deepEqual(
      said(each.reference).map(({ outcome, claims }) => [outcome.kind, claims.amount]),
      [
        ['succeeded', each.intent.amount],
        ['reversed', each.intent.amount],
      ],
    );
  });

  const assertRefused = ({ reference }: FileOrder, catalogueId: number): void => {
    const outcome = fixture().said(reference).at(-1)?.outcome;
    assert.ok(outcome?.kind === 'failed', `id ${catalogueId}: ${outcome?.kind}`);
    assert.deepEqual([outcome.error.catalogueId, outcome.executed], [catalogueId, 'no']);
  };
}

function repeatTests<Config>(fixture: () => FileFixture<Config>): void {
  test('the same file again is executed once, and its refusal refuses no order', async () => {
    const { order, put, pass, executions, said, fileEvents, doubts } = fixture();
    const each = order('0004');
    const reference = newFileReference();
    await put([each], { reference });
    await pass(5);
    await put([each], { reference });
    await pass(5);
    assert.equal(await executions(each.reference), 1);
    assert.deepEqual(
      said(each.reference).map(({ outcome }) => outcome.kind),
      ['succeeded'],
    );
    const ends = fileEvents
      .filter(({ file }) => file === reference)
      .map(({ outcome }) => outcome.kind);
    assert.ok(!ends.includes('failed'), ends.join());
    assert.ok(doubts.some(({ file }) => file === reference));
  });

  test('a file that the provider cannot read refuses its orders, which are not executed', async () => {
    const { order, subject, putBytes, pass, executions, fileEvents } = fixture();
    const each = order('0005');
    const reference = newFileReference();
    const file = { reference, madeAtMs: 0 };
    const { bytes, name } = subject.connector.files.assemble(subject.config, [each.prepared], file);
    await putBytes(name, Buffer.from(bytes.toString().replace(/<NbOfTxs>1/g, '<NbOfTxs>2')));
    await pass(3);
    assert.equal(await executions(each.reference), 0);
    const event = fileEvents.find(({ file: about }) => about === reference);
    assert.equal(event?.outcome.kind, 'failed');
  });

  test('making a file is pure: the same orders, reference and time give the same bytes', () => {
    const { order, subject } = fixture();
    const orders = [order('0006').prepared, order('0007').prepared];
    const make = () =>
      subject.connector.files.assemble(subject.config, orders, {
        reference: 'JK1',
        madeAtMs: 1_000,
      });
    assert.deepEqual(make(), make());
  });
}

function readingTests<Config>(fixture: () => FileFixture<Config>): void {
  test('half a file is none, wherever it ends', () => {
    const { received, subject } = fixture();
    const [name, bytes] = [...received].find(([, each]) => each.length > 1_000)!;
    for (let cut = 1; cut < cuts; cut++) {
      const part = bytes.subarray(0, Math.floor((bytes.length * cut) / cuts));
      const reading = subject.connector.files.read(subject.config, { name, bytes: part });
      assert.equal(reading.kind, 'refused', `cut at ${part.length} of ${bytes.length}`);
    }
  });

  test('the statement of a day has a line for all that moved', async () => {
    const { pass, lines, order, put } = fixture();
    const each = order('0008');
    await put([each], { reference: newFileReference() });
    await pass(5);
    await pass(daySeconds);
    const line = lines.find(({ ours }) => ours === each.reference);
    assert.deepEqual(
      [line?.direction, line?.amount, line?.currency, line?.status],
      ['out', each.intent.amount, each.intent.currency, 'succeeded'],
    );
  });
}
