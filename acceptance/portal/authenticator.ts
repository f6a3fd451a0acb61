// Creates passkeys in a browser without a fingerprint reader, through the virtual authenticator of
// its debugger, which always consents.

import type { Page } from 'playwright-core';

/** Gives the page's browser a built-in authenticator that keeps passkeys. */
export async function addAuthenticator(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('WebAuthn.enable');
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
