// Runs the examples of the Python SDK as they stand, against a real gateway.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, until, type Fixture } from '../harness/index.ts';
import { freePort } from '../harness/free-port.ts';
import { untilAdmitted } from '../harness/payment.ts';
import { createSmsApp } from '../harness/sms.ts';
import { findPython, startPython } from './python.ts';

/** Serves the view of the example, as a project of Django does. */
const djangoProject = `
import sys
from wsgiref.simple_server import make_server
from django.conf import settings
settings.configure(ROOT_URLCONF="__main__", SECRET_KEY="test", ALLOWED_HOSTS=["127.0.0.1"])
from django.core.wsgi import get_wsgi_application
from django.urls import path
from django_view import jokko_callback
urlpatterns = [path("jokko/callback", jokko_callback)]
make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application()).serve_forever()
`;

const receivers = [
  { name: 'callback.py', modules: [], command: () => ['callback.py'] },
  {
    name: 'flask_view.py',
    modules: ['flask'],
    command: (port: string) => ['-m', 'flask', '--app', 'flask_view', 'run', '--port', port],
  },
  {
    name: 'django_view.py',
    modules: ['django'],
    command: (port: string) => ['-c', djangoProject, port],
  },
];

describe('examples of the Python SDK', { concurrency: true }, () => {
  let fixture: Fixture;
  let environment: Record<string, string>;
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
    const { installation, account } = fixture;
    const { appKey } = await createSmsApp(installation, account.accountId);
    environment = {
      JOKKO_URL: installation.baseUrl,
      JOKKO_KEY: account.apiKey,
      JOKKO_WEBHOOK_SECRET: account.webhookSecret,
      JOKKO_SMS_KEY: appKey,
    };
  });
  after(() => fixture?.close());

  const plain = findPython();
  for (const { file, says, more = {} } of [
    { file: 'collect.py', says: /^order-\S+ SUCCESS$/m },
    { file: 'pay_out.py', says: /^payout-\S+ SUCCESS; balance \d+/m },
    { file: 'preview.py', says: /^\d+ XOF, of which commission \d+$/m },
    { file: 'preview.py', says: /^It would be refused: ./m, more: { AMOUNT: '1999999' } },
    { file: 'bills.py', says: /^\d+ \d+ \(.+\)\n[\s\S]*^bill-\S+ SUCCESS$/m },
    { file: 'sms.py', says: /^\d+ 2 messages/m },
  ])
    it(`${file} ${JSON.stringify(more)}`, { skip: plain.skip }, async () => {
      const run = startPython(plain.program, [file], {
        cwd: 'examples',
        environment: { ...environment, ...more },
      });
      const code = await run.exitCode;
      assert.equal(code, 0, run.output());
      assert.match(run.output(), says);
    });

  for (const { name, modules, command } of receivers) {
    const { program, skip } = findPython(...modules);
    it(`${name} takes a callback, and no forged one`, { skip }, async () => {
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}/jokko/callback`;
      const run = startPython(program, command(port), {
        cwd: 'examples',
        environment: { ...environment, PORT: port },
      });
      try {
        const forge = async (): Promise<number | false> => {
          const response = await fetch(url, { method: 'POST', body: '{"status":"SUCCESS"}' }).catch(
            () => null,
          );
          return response?.status ?? false;
        };
        assert.equal(await until(`${name} answers`, forge), 400, run.output());
        const order = payOut({ callbackUrl: url });
        await untilAdmitted(fixture.client, order);
        const line = `${String(order['externalTransactionId'])} SUCCESS 100`;
        await until(`${name} has said ${line}`, () => run.output().includes(line));
      } finally {
        await run.stop();
      }
      assert.equal(run.output().match(/ SUCCESS /g)?.length, 1, run.output());
    });
  }
});
