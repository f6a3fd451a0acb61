// Tests of an integration that have begun, by the portal and by a developer's machine.

import assert from 'node:assert/strict';
import { well } from '../../crash/back-office/person.ts';
import { sendRequest } from '../../harness/index.ts';
import type { FillContext } from './fill-context.ts';

export async function testIntegration({ client, owner, receiver }: FillContext): Promise<void> {
  well(await owner.insist('integration-tests', { url: receiver.url, direction: 'collect' }));
  for (const direction of ['payOut', 'both']) {
    const begun = await sendRequest(`${client.baseUrl}/api-services/test-integration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: client.apiKey, receiver: receiver.url, direction }),
    });
    assert.equal(begun.json.code, 2000, begun.text);
  }
}
