// Fills an installation with every state that its schema knows, while it serves, and takes its
// database as it is at one moment, with the keys that open what is in it.

import { hostname, tmpdir } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { password } from '../../crash/back-office/person.ts';
import { urlOfDatabase } from '../../harness/database.ts';
import { writeDump } from '../dump.ts';
import type { Release } from '../releases.ts';
import { findAbsent } from '../states.ts';
import { isExplained } from '../unreached.ts';
import { payCheckout } from './checkouts.ts';
import { testIntegration } from './integration-tests.ts';
import { openLinks } from './payment-links.ts';
import { beOnTheWay, breakRoutes, endure, parkedRoute } from './last.ts';
import { sendMessages } from './messages.ts';
import { askAndDecide, payBatches, price, settle } from './money.ts';
import { draft, keep, reconcile, schedule, tell } from './papers.ts';
import { addKeys, addRoutes, callBack, hearTooLate, payToTheEnd } from './payments.ts';
import { openFillContext, secretKey, type FillContext } from './fill-context.ts';

/** Throws where the schema knows a state that is neither reached nor listed in unreached.ts. */
export async function fillRelease(): Promise<Omit<Release, 'version'>> {
  const place = await openFillContext();
  try {
    const { hmacSecret, parked } = await fill(place);
    let absent: string[] = [];
    const dump = await writeDump(urlOfDatabase(place.installation), async (session) => {
      ({ absent } = await findAbsent(session));
    });
    const missing = absent.filter((each) => !isExplained(each));
    if (missing.length > 0)
      throw new Error(`neither reached nor listed in unreached.ts:\n${missing.join('\n')}`);
    refuseTraces(gunzipSync(dump).toString('utf8'));
    return { dump, keys: await keysOf(place, hmacSecret, parked) };
  } finally {
    await place.close();
  }
}

async function fill(place: FillContext): Promise<{ hmacSecret: string; parked: string }> {
  const allOf = (parts: readonly ((place: FillContext) => Promise<unknown>)[]): Promise<unknown> =>
    Promise.all(parts.map((part) => place.step(part.name, () => part(place))));
  let hmacSecret = '';
  let parked = '';
  await allOf([addRoutes]);
  // Adding a passkey ends the other requests of its owner.
  await allOf([draft, schedule, keep]);
  // A merchant's services are fewer for a moment.
  await allOf([settle, tell, price]);
  await allOf([payToTheEnd, payCheckout, openLinks, testIntegration]);
  // Days go by.
  await allOf([endure]);
  await allOf([sendMessages, askAndDecide, reconcile, payBatches, callBack, hearTooLate]);
  await place.step('addKeys', async () => void (hmacSecret = await addKeys(place)));
  await place.step('breakRoutes', async () => void (parked = await breakRoutes(place)));
  await place.step('beOnTheWay', () => beOnTheWay(place, hmacSecret));
  return { hmacSecret, parked };
}

/** The dump is public: nothing of the machine that made it is in it. */
function refuseTraces(text: string): void {
  for (const trace of [tmpdir(), process.cwd(), `${hostname()}.`])
    if (text.includes(trace)) throw new Error(`the dump has ${trace} in it`);
}

async function keysOf(
  { rows, shop, signing, admin }: FillContext,
  hmacSecret: string,
  parked: string,
): Promise<Release['keys']> {
  const [row] = await rows.read<{ now: Date }>('select jokko_now() as now');
  return {
    takenAt: row!.now.toISOString(),
    secretKey,
    apiKey: shop.apiKey,
    accountId: shop.accountId,
    webhookSecret: shop.webhookSecret,
    signing: { apiKey: signing.apiKey, hmacSecret },
    operator: {
      email: admin.email,
      password,
      totpSecret: admin.secret,
      recoveryCode: admin.recoveryCodes[0]!,
      cookie: admin.cookie(),
    },
    parked: { externalTransactionId: parked, route: parkedRoute },
  };
}
