// Proves how a bank's status reports are read: every status and reason, whose they are, and what
// proves nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryOutcome } from '@jokko/connectors/kit';
import { endToEndOf } from '@jokko/connectors/kit/bank-statement';
import { reasonTable } from '../reason-table.ts';
import { statusTable } from '../status-table.ts';
import { live, read } from './reading.ts';
import type { Read } from './reading.ts';
import { fileReference, otherRef, ourRef, paymentsReport, statusReport } from './samples.ts';
import type { SamplePayment, SampleStatus } from './samples.ts';
import { sandboxConfig } from './sandbox-config.ts';

function outcome(status: Partial<SampleStatus>, config = live): QueryOutcome | undefined {
  return read(statusReport([{ ours: ourRef, status: 'ACSC', ...status }]), config).events[0]
    ?.outcome;
}

test('every status of pain.002 has its meaning', () => {
  const kinds = Object.fromEntries(
    Object.keys(statusTable).map((status) => [status, outcome({ status })?.kind]),
  );
  assert.deepEqual(kinds, {
    RCVD: 'pending',
    ACTC: 'pending',
    ACCP: 'pending',
    ACSP: 'pending',
    ACWC: 'pending',
    PDNG: 'pending',
    PART: undefined,
    ACSC: 'succeeded',
    ACCC: 'succeeded',
    RJCT: 'failed',
    CANC: 'failed',
  });
  assert.equal(outcome({ status: 'ACSC' }, { ...live, successStatus: 'ACCC' })?.kind, 'pending');
});

test('every reason has its entry of the catalogue; a duplicate proves nothing', () => {
  for (const [reason, { transfer }] of Object.entries(reasonTable)) {
    const { events, doubts } = read(statusReport([{ ours: ourRef, status: 'RJCT', reason }]));
    if (transfer === 'duplicate') {
      assert.deepEqual([events.length, doubts[0]?.ours], [0, ourRef], reason);
      continue;
    }
    const found = events[0]?.outcome;
    assert.ok(found?.kind === 'failed', reason);
    assert.equal(found.error.catalogueId, transfer.catalogueId, reason);
    assert.equal(found.executed, 'no');
  }
});

test('a status that is not listed is a doubt, never a result', () => {
  const { events, doubts } = read(statusReport([{ ours: ourRef, status: 'XXXX' }]));
  assert.deepEqual([events.length, doubts.length], [0, 1]);
});

test('a final status with a reason that no table has is failed, unknown_error', () => {
  for (const status of ['RJCT', 'CANC'])
    for (const reason of ['ZZ99', 'constructor', 'JOKKO076']) {
      const found = outcome({ status, reason });
      assert.ok(found?.kind === 'failed', reason);
      assert.deepEqual(
        [found.error.catalogue, found.error.provider, found.executed],
        ['unknown_error', `${status} ${reason}`, 'no'],
      );
    }
  const { fileEvents } = read(statusReport([], { status: 'RJCT', reason: 'ZZ99' }));
  const ofFile = fileEvents[0]?.outcome;
  assert.equal(ofFile?.kind === 'failed' && ofFile.error.catalogue, 'unknown_error');
});

test('a status tells whose it is: reference, amount, currency, account', () => {
  const [event] = read(
    statusReport([{ ours: ourRef, status: 'ACSC', amount: '1350.00', account: 'SN08X' }]),
  ).events;
  assert.deepEqual(event?.claims, {
    ours: ourRef,
    amount: 13_500_000n,
    currency: 'XOF',
    party: 'SN08X',
  });
});

test('the status of a file holds for the transfers that are not listed', () => {
  const { events, fileEvents } = read(
    statusReport([{ ours: ourRef, status: 'RJCT', reason: 'AC01' }], { status: 'ACSC' }),
  );
  assert.equal(events[0]?.outcome?.kind, 'failed');
  assert.deepEqual([fileEvents[0]?.file, fileEvents[0]?.except], [fileReference, [ourRef]]);
  assert.deepEqual(fileEvents[0]?.outcome, { kind: 'succeeded' });
  assert.deepEqual(read(statusReport([], { status: 'PART' })).fileEvents, []);
});

/** A report of the file in which the bank names one transfer in this way. */
function namedBy(names: string, fileStatus: string): Read {
  const report = statusReport([{ ours: ourRef, status: 'RJCT', reason: 'AC04' }], {
    status: fileStatus,
  });
  const usual = /<OrgnlEndToEndId>.*<\/OrgnlEndToEndId>/;
  return read(Buffer.from(report.toString().replace(usual, names)));
}

test('a transfer is known by either of its references', () => {
  const written = endToEndOf(ourRef);
  for (const names of [
    `<OrgnlInstrId>${written}</OrgnlInstrId><OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId>`,
    `<OrgnlInstrId>${written}</OrgnlInstrId><OrgnlEndToEndId/>`,
    `<OrgnlInstrId>${written}</OrgnlInstrId>`,
    `<OrgnlInstrId>17</OrgnlInstrId><OrgnlEndToEndId>${written}</OrgnlEndToEndId>`,
  ]) {
    const { events, fileEvents, doubts } = namedBy(names, 'ACSC');
    assert.deepEqual([events[0]?.match.ours, events[0]?.outcome?.kind], [ourRef, 'failed'], names);
    assert.deepEqual([fileEvents[0]?.except, doubts], [[ourRef], []], names);
  }
});

test('while a listed transfer is not known, the whole file has no end', () => {
  for (const names of ['', '<OrgnlEndToEndId>NOTPROVIDED</OrgnlEndToEndId>'])
    for (const status of ['ACSC', 'ACCC', 'RJCT', 'ACSP', 'PART']) {
      const { events, fileEvents, doubts } = namedBy(names, status);
      assert.deepEqual(events, []);
      const kinds = fileEvents.map(({ outcome: { kind } }) => kind);
      assert.deepEqual(kinds, status === 'ACSP' ? ['pending'] : [], status);
      assert.deepEqual([doubts.length, doubts[0]?.file], [1, fileReference], status);
    }
});

test('of several payment informations each one judges its own transfers, and none the others’', () => {
  const one = { ours: ourRef };
  const other = { ours: otherRef };
  const told = (payments: readonly SamplePayment[], fileStatus?: string) => {
    const { events, fileEvents, doubts } = read(paymentsReport(payments, fileStatus));
    return {
      transfers: Object.fromEntries(
        events.map(({ match, outcome: is }) => [match.ours, is?.kind ?? '']),
      ),
      file: fileEvents.map(({ outcome: { kind }, except }) => [kind, except]),
      doubts: doubts.map(({ file }) => file),
    };
  };
  // Each lists its transfers without a status of their own.
  const accepted = { status: 'ACSC', transfers: [one] };
  const refused = { status: 'RJCT', reason: 'AC04', transfers: [other] };
  for (const payments of [
    [accepted, refused],
    [refused, accepted],
  ])
    assert.deepEqual(told(payments, 'PART'), {
      transfers: { [ourRef]: 'succeeded', [otherRef]: 'failed' },
      file: [],
      doubts: [],
    });
  // What a transfer says itself counts more.
  const mixed = { status: 'RJCT', transfers: [{ ...one, status: 'ACSC' }, other] };
  assert.deepEqual(told([mixed]).transfers, { [ourRef]: 'succeeded', [otherRef]: 'failed' });
  // One with a reason of its own, and no status, is not as the others are.
  const reasoned = paymentsReport([{ status: 'ACSC', transfers: [one] }])
    .toString()
    .replace('</TxInfAndSts>', '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>');
  const { events, fileEvents, doubts } = read(Buffer.from(reasoned));
  assert.deepEqual(
    [events, fileEvents.map(({ except }) => except), doubts.map(({ ours }) => ours)],
    [[], [[ourRef]], [ourRef]],
  );
  // One lists nothing: whose status it is, nobody can tell.
  for (const status of ['ACSC', 'PART', undefined])
    assert.deepEqual(told([{ status: 'RJCT' }, accepted], status), {
      transfers: { [ourRef]: 'succeeded' },
      file: [],
      doubts: [fileReference],
    });
  assert.deepEqual(told([{ status: 'RJCT' }, accepted], 'RJCT'), {
    transfers: {},
    file: [],
    doubts: [fileReference],
  });
  // The group says that there are others than the one that is told.
  assert.deepEqual(told([accepted], 'PART').file, []);
  // All say the same, one of them by the group.
  assert.deepEqual(
    told([{ transfers: [{ ...one, status: 'RJCT' }] }, { status: 'ACSC' }], 'ACSC'),
    {
      transfers: { [ourRef]: 'failed' },
      file: [['succeeded', [ourRef]]],
      doubts: [],
    },
  );
  const twice = [
    { status: 'RJCT', reason: 'AC04' },
    { status: 'RJCT', reason: 'AM05' },
  ];
  assert.deepEqual(told(twice), { transfers: {}, file: [], doubts: [fileReference] });
});

/** The report with an element more in its group. */
const inGroup = (report: Buffer, element: string): Buffer =>
  Buffer.from(report.toString().replace('</OrgnlGrpInfAndSts>', `${element}</OrgnlGrpInfAndSts>`));

/** The report with a refused transfer that the group counts. */
const countedByGroup = (report: Buffer): Buffer =>
  inGroup(
    report,
    '<NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RJCT</DtldSts></NbOfTxsPerSts>',
  );

test('statuses of the same transfers that cannot both be true end none of them', () => {
  const listed = [{ ours: ourRef }];
  const counted = [
    { status: 'ACSC', count: 2 },
    { status: 'RJCT', count: 1 },
  ];
  for (const report of [
    paymentsReport([{ status: 'ACSC' }], 'RJCT'),
    paymentsReport([{ status: 'RJCT' }], 'ACSC'),
    paymentsReport([{ status: 'ACSP' }], 'RJCT'),
    paymentsReport([{ status: 'ACSC', transfers: listed }], 'RJCT'),
    paymentsReport([{ status: 'ACSC', counted }]),
    paymentsReport([{ status: 'RJCT', counted, transfers: listed }]),
    paymentsReport([{ counted }], 'ACSC'),
    countedByGroup(paymentsReport([{ status: 'ACSC' }])),
    countedByGroup(paymentsReport([{ status: 'ACSC', transfers: listed }])),
    countedByGroup(paymentsReport([], 'ACSC')),
  ]) {
    const { events, fileEvents, doubts } = read(report);
    assert.deepEqual([events, fileEvents], [[], []], report.toString());
    assert.deepEqual(
      doubts.map(({ file }) => file),
      [fileReference],
    );
  }
  // The group counts the transfers of all of several payment informations.
  const several = paymentsReport(
    [
      { status: 'ACSC', transfers: listed },
      { status: 'RJCT', transfers: [{ ours: otherRef }] },
    ],
    'PART',
  );
  assert.deepEqual(
    read(countedByGroup(several)).events.map(({ outcome: is }) => is?.kind),
    ['succeeded', 'failed'],
  );
  // A transfer's own status is told of it alone.
  const own = paymentsReport([
    { status: 'ACSC', counted, transfers: [{ ours: ourRef, status: 'RJCT' }] },
  ]);
  assert.deepEqual(
    read(own).events.map(({ outcome: is }) => is?.kind),
    ['failed'],
  );
  // These can be true together.
  const none = { status: 'RJCT', count: 0 };
  for (const report of [
    paymentsReport([{ status: 'ACSC', counted: [{ status: 'ACSC', count: 3 }, none] }], 'ACCP'),
    paymentsReport([{ status: 'ACSC' }], 'ACCC'),
  ])
    assert.deepEqual(
      read(report).fileEvents.map(({ outcome: { kind } }) => kind),
      ['succeeded'],
    );
});

test('a refusal without a reason is explained by the reason of all that it is one of', () => {
  const errorOf = (report: Buffer) => {
    const { events, fileEvents } = read(report);
    const is = events[0]?.outcome ?? fileEvents[0]?.outcome;
    return is?.kind === 'failed' && is.error.provider;
  };
  const transfers = [{ ours: ourRef, status: 'RJCT' }];
  assert.equal(
    errorOf(paymentsReport([{ status: 'RJCT', reason: 'AC04', transfers }])),
    'RJCT AC04',
  );
  assert.equal(errorOf(paymentsReport([{ status: 'RJCT' }], 'RJCT', 'AC04')), 'RJCT AC04');
  assert.equal(
    errorOf(paymentsReport([{ status: 'RJCT', transfers }], 'RJCT', 'AC04')),
    'RJCT AC04',
  );
  assert.equal(
    errorOf(paymentsReport([{ status: 'RJCT', reason: 'AC06' }], 'RJCT', 'AC04')),
    'RJCT AC06',
  );
  // One that ends otherwise explains nothing.
  assert.equal(errorOf(paymentsReport([{ status: 'ACSP', transfers }], 'PART', 'AC04')), 'RJCT');
  // A level may have a reason and no status.
  assert.equal(errorOf(paymentsReport([{ reason: 'AC04', transfers }])), 'RJCT AC04');
  assert.equal(errorOf(paymentsReport([{ reason: 'AC04' }], 'RJCT')), 'RJCT AC04');
  assert.equal(errorOf(withGroupReason('AC04', [{ status: 'RJCT' }])), 'RJCT AC04');
});

/** A group with a reason and no status. */
const withGroupReason = (code: string, payments: readonly SamplePayment[]): Buffer =>
  inGroup(paymentsReport(payments), `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`);

test('a repeat that any level tells of refuses nothing', () => {
  const transfers = [{ ours: ourRef, status: 'RJCT' }];
  const refused = { status: 'RJCT', transfers };
  for (const report of [
    paymentsReport([refused], 'RJCT', 'DU01'),
    paymentsReport([{ status: 'RJCT', reason: 'DU01', transfers }]),
    paymentsReport([{ reason: 'DU01', transfers }]),
    paymentsReport([{ reason: 'DU01', transfers }], 'RJCT'),
    paymentsReport([{ status: 'PDNG', transfers }], 'RJCT', 'DU01'),
    withGroupReason('DU01', [refused]),
    withGroupReason('DU01', [{ transfers }]),
    withGroupReason('DU01', [{ status: 'RJCT' }]),
  ]) {
    const { events, fileEvents, doubts } = read(report);
    assert.deepEqual([events, fileEvents], [[], []], report.toString());
    assert.ok(doubts.length > 0);
  }
});

test('the count of the transfers of a file is told with its status', () => {
  const count = (text: string) => `<OrgnlNbOfTxs>${text}</OrgnlNbOfTxs>`;
  const one = paymentsReport([{ status: 'ACSC' }]);
  const ofPayment = (text: string): Buffer =>
    Buffer.from(one.toString().replace('</OrgnlPmtInfId>', `</OrgnlPmtInfId>${count(text)}`));
  const ordersIn = (report: Buffer) => read(report).fileEvents.map(({ orders }) => orders);
  assert.deepEqual(ordersIn(inGroup(one, count('17'))), [17]);
  assert.deepEqual(ordersIn(ofPayment('3')), [3]);
  assert.deepEqual(ordersIn(inGroup(ofPayment('3'), count('4'))), [4]);
  for (const none of [one, ofPayment('many'), ofPayment('')])
    assert.deepEqual(ordersIn(none), [undefined]);
});

test('a file refused as a repeat refuses none of its transfers', () => {
  const { fileEvents, doubts } = read(statusReport([], { status: 'RJCT', reason: 'DU01' }));
  assert.deepEqual([fileEvents.length, doubts[0]?.file], [0, fileReference]);
});

test('a proprietary reason of the simulated bank counts on sandbox routes only', () => {
  const status = { status: 'RJCT', reason: 'JOKKO076' };
  const found = outcome(status, sandboxConfig);
  assert.equal(found?.kind === 'failed' && found.error.catalogueId, 76);
  const live = outcome(status);
  assert.equal(live?.kind === 'failed' && live.error.catalogue, 'unknown_error');
});
