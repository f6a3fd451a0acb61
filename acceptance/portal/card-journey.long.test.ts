// O11: proves in a real browser that a card's payer gets from the link to the bank, over the
// developer's page and on to the page of the outcome. The bank's page holds its form's redirects
// to a policy, as banks do.

import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { testCertificate } from '../harness/certificates/index.ts';
import { openFixture, payOut, untilAdmitted } from '../harness/index.ts';
import type { Fixture } from '../harness/index.ts';
import { card } from '../harness/samples.ts';
import { shareBrowser, type SharedBrowser } from './browser.ts';
import { waitAtMostMs } from './harness.ts';

let fixture: Fixture;
let browser: SharedBrowser;
/** The developer's shop: its page after the bank sends the payer on, as the documentation says. */
const shop = createServer(testCertificate('self-signed'), (request, response) => {
  const url = new URL(request.url ?? '/', 'https://shop');
  const next = url.searchParams.get('continueUrl');
  response.setHeader('content-type', 'text/html');
  response.end(
    next === null
      ? `<h1>${url.pathname}</h1>`
      : `<a href="${next.replaceAll('&', '&amp;')}">Go on</a>`,
  );
});
before(async () => {
  [fixture, browser] = await Promise.all([openFixture(), shareBrowser()]);
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  shop.closeAllConnections();
  shop.close();
  await Promise.all([fixture.close(), browser.release()]);
});

for (const [button, outcome] of [
  ['approve', '/ok'],
  ['refuse', '/ko'],
] as const) {
  it(`O11 a browser goes from the card's link over the bank and the shop to the outcome (${button})`, async () => {
    const origin = `https://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const { json } = await untilAdmitted(
      fixture.client,
      payOut({
        ...card,
        bankAuthRedirectUrl: `${origin}/3ds`,
        successRedirectUrl: `${origin}/ok`,
        errorRedirectUrl: `${origin}/ko`,
      }),
    );
    const context = await browser.browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(waitAtMostMs);
    try {
      const page = await context.newPage();
      await page.goto(json.data.authLinkUrl);
      assert.ok(page.url().startsWith(`${fixture.installation.simulatorUrl}/3ds/`), page.url());
      await page.locator(`form[action$="/${button}"] button`).click();
      await page.getByRole('link', { name: 'Go on' }).click();
      await page.getByRole('heading', { name: outcome }).waitFor();
      assert.equal(page.url(), `${origin}${outcome}`);
    } finally {
      await context.close();
    }
  });
}
