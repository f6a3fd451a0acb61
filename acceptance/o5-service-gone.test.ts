// O5: an order is answered as before although its service has left the catalogue: "not found" would
// mean that nothing was executed.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient, hostInstallation, payOut, until } from './harness/index.ts';

test('O5 a repeat is answered after its service has left the catalogue', async () => {
  const installation = await hostInstallation();
  try {
    const client = createClient(installation.baseUrl, installation.apiKey);
    const order = payOut({ codeService: 'OPF_SN_API_CASH_IN' });
    const { json: first } = await client.operation(order);
    assert.equal(first.code, 2000);
    const catalogue = await installation.cli<{ services: { code: string }[] }>([
      'catalogue',
      'export',
    ]);
    const services = catalogue.services.filter(({ code }) => code !== 'OPF_SN_API_CASH_IN');
    const file = join(installation.dataDir, 'catalogue.json');
    writeFileSync(file, JSON.stringify({ ...catalogue, services }));
    await installation.cli(['catalogue', 'import', file]);
    const unknown = payOut({ codeService: 'OPF_SN_API_CASH_IN' });
    await until('it is gone', async () => (await client.operation(unknown)).json.code === 4004);
    const { json: again } = await client.operation(order);
    assert.deepEqual([again.code, again.data.transactionId], [2000, first.data.transactionId]);
    const { json: other } = await client.operation({ ...order, amount: 200 });
    assert.equal(other.code, 4004);
  } finally {
    await installation.stop();
  }
});
