// Checks that an answer means the same however it is written: with a byte order mark, indented,
// with members that nobody has documented, with numbers as texts and texts as numbers, and with
// status words in other letters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, HttpResult } from '../connector.ts';
import type { OperationKind } from '../intent.ts';
import type { QueryOutcome } from '../outcome.ts';
import { asObject } from '../wire-json.ts';
import type { Fixture } from './fixture.ts';
import { createTestContext } from './test-context.ts';
import type { TestContext } from './test-context.ts';

type Value = unknown;
/** Writes a text of JSON anew. */
type Costume = (text: string) => string;

/** Every value, from the innermost, by the name of the member that it stands in. */
function walk(value: Value, change: (value: Value, member: string) => Value, member = ''): Value {
  if (Array.isArray(value)) return value.map((entry) => walk(entry, change, member));
  const object = asObject(value);
  if (object === null) return change(value, member);
  const members = Object.entries(object).map(([name, each]) => [name, walk(each, change, name)]);
  return change(Object.fromEntries(members), member);
}

const rewritten =
  (change: (value: Value, member: string) => Value): Costume =>
  (text) =>
    JSON.stringify(walk(JSON.parse(text), change));

/** The simulator alone has it: no provider does. */
const isOurs = (member: string): boolean => /catalogue_?id|sandbox/i.test(member);
/** Texts of three digits are ids of our catalogue, which the simulator alone tells. */
const isNumeric = (value: Value): value is string =>
  typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) && !/^\d{3}$/.test(value);

const always: { readonly [name: string]: Costume } = {
  'a byte order mark': (text) => `\ufeff${text}`,
  'lines and spaces': (text) => `\r\n${JSON.stringify(JSON.parse(text), null, 2)}\r\n`,
  'members that nobody has documented': rewritten((value) =>
    asObject(value) === null ? value : { _links: { self: [1, null] }, ...(value as object) },
  ),
};

const loose: { readonly [name: string]: Costume } = {
  'numbers as texts': rewritten((value, member) =>
    typeof value === 'number' && !isOurs(member) ? String(value) : value,
  ),
  'texts as numbers': rewritten((value) => (isNumeric(value) ? Number(value) : value)),
  'amounts with decimals': rewritten((value, member) =>
    isNumeric(value) && /amount|montant/i.test(member) ? `${value}.00` : value,
  ),
  'words in small letters': inWords((word) => ` ${word.toLowerCase()}`),
  'words in capitals': inWords((word) => `${word.toUpperCase()} `),
};

function inWords(change: (word: string) => string): Costume {
  return rewritten((value, member) =>
    typeof value === 'string' && /(status|statut)$/i.test(member) ? change(value) : value,
  );
}

/** `lacks`: why this provider's writing is taken to the letter; false: it is not. */
export function otherClothesTests<Config>(
  fixture: () => Fixture<Config>,
  operations: readonly OperationKind[],
  lacks: string | false,
): void {
  for (const [name, costume] of Object.entries({ ...always, ...loose }))
    test(
      `an answer means the same with ${name}`,
      { skip: name in loose ? lacks : false },
      async () => {
        for (const kind of operations)
          for (const digits of ['0000', '9118']) await compare(fixture(), kind, digits, costume);
      },
    );
}

/**
 * The same order is asked about in both writings; the answer to a submission is compared by its
 * kind.
 */
async function compare<Config>(
  fixture: Fixture<Config>,
  kind: OperationKind,
  digits: string,
  costume: Costume,
): Promise<void> {
  const dressed = dressing(fixture, costume);
  const [plain, other] = [await fixture.order(kind, digits), await fixture.order(kind, digits)];
  const first = await fixture.submit(plain);
  const where = `${kind} ${digits}`;
  const taken = await fixture.submit(other, 'first', dressed);
  assert.equal(taken.kind, first.kind, `${where}: the submission`);
  await fixture.simulator.advance(secondsToAnEnd);
  const refs = { ...plain.prepared.refs, ...first.refs };
  const ask = (context: TestContext<Config>): Promise<QueryOutcome> =>
    fixture.connector.query(context, plain.intent, refs);
  assert.deepEqual(await ask(dressed), await ask(fixture.context), where);
}

const secondsToAnEnd = 60;

function dressing<Config>(
  { context, transport }: Fixture<Config>,
  costume: Costume,
): TestContext<Config> {
  const http = async (request: HttpRequest): Promise<HttpResult> => {
    const answer = await transport.http(request);
    if (answer.kind !== 'answer' || !/^\s*[[{]/.test(answer.body.toString())) return answer;
    return { ...answer, body: Buffer.from(costume(answer.body.toString())) };
  };
  const dressed = createTestContext(context.config, http);
  return Object.assign(dressed, { cards: context.cards, card: context.card });
}
