// Checks that pages count times by the installation's clock: after the sandbox's clock was put
// forward, what happens now is now, and what was before is as long ago as the clock says.

import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '../harness/index.ts';
import { openHarness, type Harness } from './harness.ts';
import { lookAt } from './look.ts';
import { pay } from './pay.ts';
import { newDeveloper } from './people.ts';

let harness: Harness;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  harness = await openHarness();
});
after(async () => {
  await harness?.close();
  await receiver.close();
});

test('P65 when the clock of the sandbox is put forward, pages say how long ago something was by that clock', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  await pay(harness, visitor, receiver, [1_500]);
  await harness.installation.cli(['clock', 'advance', '7200']);
  await visitor.open('/transactions');
  await page.getByTitle('il y a 2 heures').waitFor();
  await visitor.open('/');
  await pay(harness, visitor, receiver, [2_500]);
  await visitor.open('/transactions');
  await page.getByTitle(/(maintenant|il y a \d+ (secondes?|minutes?))$/).waitFor();
  await page.getByTitle('il y a 2 heures').waitFor();
  await lookAt(page, 'transactions-clock-fr');
  await visitor.close();
});
