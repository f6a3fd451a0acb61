// O15: `jokko route simulate` on a real PostgreSQL: minutes that health has recorded, and the
// orders that were begun on the route meanwhile.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CommandContext, ContextOpener } from '../../cli/context.ts';
import { createOutput } from '../../cli/output.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import {
  defaultCatalogueText,
  importCatalogue,
  type CatalogueDocument,
} from '../catalogue/index.ts';
import { testSettings } from '../catalogue/testing.ts';
import { commands } from './cli-simulate.ts';
import type { Fared, Interruption } from './simulate.ts';

let postgres: TestPostgres;
let db: TestDatabase;
const [route, next] = ['OPA_SN', 'OPD_SN'] as const;
const diverted = 'OPA_SN_API_CASH_IN';
const parked = 'OPC_SN_API_CASH_IN';
const refused = 'OPA_SN_API_CASH_OUT';

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  const catalogue = JSON.parse(defaultCatalogueText()) as CatalogueDocument;
  catalogue.services.find(({ code }) => code === diverted)!.otherRoutes = [next];
  catalogue.services.find(({ code }) => code === parked)!.route = route;
  const imported = await importCatalogue(db.database, JSON.stringify(catalogue), testSettings);
  assert.ok(imported.ok, JSON.stringify(imported));
  // Half an hour of outage, after an hour that was well.
  await db.sql(`insert into health_minute (at, kind, name, succeeded, accepted, refused, faulted,
    unknown, unsent, call_ms, result_ms)
    select date_trunc('minute', jokko_now()) - age * interval '1 minute', 'route', '${route}',
      case when age > 60 then 30 else 0 end, 0, 0, 0, case when age <= 60 then 30
        else 0 end, 0, '{}', '{}'
    from generate_series(31, 120) age`);
  const order = (id: number, code: string, minutesAgo: number, details = '{}') =>
    `(1, ${id}, 'e${id}', '', '${code}', 'DEBIT', '${route}', '7', '+2217', 10000000, 0, 'XOF',
      '${details}', 'SUCCESS', 0, 0,
      jokko_now() - ${minutesAgo} * interval '1 minute', now(), null)`;
  await db.sql(`insert into operation (account_id, id, external_id, fingerprint, code_service,
    direction, route, phone_given, phone,
      amount, commission, currency, details, state, balance_before, balance_after, created_at,
        updated_at, next_step_at)
    values ${[
      order(1, diverted, 50),
      order(2, diverted, 45),
      order(3, parked, 45),
      order(4, refused, 45),
      order(5, parked, 45, '{"neverParked":true}'),
      order(6, refused, 100),
    ].join(', ')}`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

interface Answer {
  runs: {
    route: string;
    rule: string;
    kept: Fared;
    passed: Fared;
    interruptions: Interruption[];
  }[];
  orders: { codeService: string; count: number; amount: string; fate: object }[];
}

/** The value that --json prints, and the text for people. */
async function simulateAs(texts: Record<string, string>): Promise<{ value: Answer; text: string }> {
  const context = {
    database: db.database,
    routeSettings: () => Promise.resolve(testSettings),
  } as unknown as CommandContext;
  const opener = {
    opened: () => Promise.resolve({ context, close: () => Promise.resolve() }),
  } as unknown as ContextOpener;
  const printed: { value: Answer; text: string }[] = [];
  const result = (value: unknown, forReaders: () => string) =>
    void printed.push({ value: value as Answer, text: forReaders() });
  const output = { ...createOutput(true, { out: () => {}, err: () => {} }), result };
  assert.equal(await commands[0]!.execute({ texts, words: [], output }, opener), 0);
  return printed[0]!;
}

test('O15 it says when the breaker would have opened, and what the orders meanwhile would have done', async () => {
  const { value, text } = await simulateAs({ name: route });
  const [run, ...others] = value.runs;
  assert.deepEqual([run!.rule, others], ['in force', []]);
  assert.equal(run!.interruptions.length, 1);
  assert.deepEqual(
    [run!.interruptions[0]!.reason, run!.interruptions[0]!.closedAt],
    ['unanswered', null],
  );
  assert.equal(run!.kept.good, 0);
  assert.equal(run!.kept.trouble + run!.passed.trouble, 30 * 30);
  assert.deepEqual(
    value.orders.map(({ codeService, count, amount, fate }) => [codeService, count, amount, fate]),
    [
      [diverted, 2, '2000', { type: 'diverted', route: next }],
      [refused, 1, '1000', { type: 'refused' }],
      [parked, 1, '1000', { type: 'parked' }],
      [parked, 1, '1000', { type: 'refused' }],
    ],
  );
  assert.match(text, /still open .* orders without a usable answer/);
  assert.match(text, new RegExp(`${diverted} .* taken ${next}`));
});

test('O15 other numbers are tried beside those in force, and nothing is changed', async () => {
  const { value, text } = await simulateAs({ name: route, failuresToOpen: '1000' });
  assert.deepEqual(
    value.runs.map(({ rule, interruptions }) => [rule, interruptions.length]),
    [
      ['in force', 1],
      ['tried', 0],
    ],
  );
  assert.deepEqual(value.orders, []);
  assert.match(text, /By the rule tried the breaker would not have opened/);
  const opened = await db.database.query({
    name: 'select_opened_breakers',
    text: 'select route from route_breaker',
  });
  assert.deepEqual(opened, []);
});

test('O15 without a name it goes through all routes; days and names that there are not are refused', async () => {
  const { value, text } = await simulateAs({});
  assert.ok(value.runs.length > 10);
  assert.equal(text.split('\n').filter((line) => line.includes('in force')).length, 1);
  await assert.rejects(simulateAs({ name: 'NOWHERE' }), /there is no route NOWHERE/);
  await assert.rejects(simulateAs({ days: '9' }), /from 1 to 8/);
  await assert.rejects(
    simulateAs({ name: route, firstWaitSeconds: '900' }),
    /--longest-wait-seconds must not be shorter/,
  );
});
