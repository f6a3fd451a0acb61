// Proves that an installation serves the Python SDK: pip takes it from there into an empty
// environment, and a program that imports it collects.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createAccount, hostInstallation, type HostedInstallation } from '../harness/index.ts';
import { findPython, startPython } from './python.ts';

const root = join(import.meta.dirname, '../..');
const wheel = 'jokko-0.2.0-py3-none-any.whl';
const { program, skip } = findPython('venv', 'ensurepip');

const collect = `
import os, uuid
from jokko import Jokko
jokko = Jokko(url=os.environ["JOKKO_URL"], key=os.environ["JOKKO_KEY"])
order = dict(service="OPA_SN_API_CASH_OUT", phone="770000001", amount=500)
print(jokko.collect(id=f"order-{uuid.uuid4()}", **order).status)
`;

/** Packs the SDKs unless that is done. Answers the exit code. */
async function pack(): Promise<unknown> {
  const child = spawn(process.execPath, [join(root, 'scripts/ensure-built.mjs')], {
    stdio: 'ignore',
  });
  return ((await once(child, 'close')) as unknown[])[0];
}

describe('the Python SDK of an installation', { skip }, () => {
  let installation: HostedInstallation;
  let folder: string;
  before(async () => {
    assert.equal(await pack(), 0);
    installation = await hostInstallation();
    folder = mkdtempSync(join(tmpdir(), 'jokko-python-'));
  });
  after(async () => {
    await installation?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(python: string, ...args: string[]): Promise<string> {
    const environment = { PYTHONPATH: '', JOKKO_URL: installation.baseUrl, JOKKO_KEY: key };
    const running = startPython(python, args, { environment });
    assert.equal(await running.exitCode, 0, running.output());
    return running.output();
  }
  let key = '';

  it('is served with its checksum', async () => {
    const response = await fetch(`${installation.baseUrl}/sdk/${wheel}`);
    assert.deepEqual(
      [response.status, response.headers.get('content-type')],
      [200, 'application/zip'],
    );
    const sum = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    const sums = await (await fetch(`${installation.baseUrl}/sdk/SHA256SUMS`)).text();
    assert.ok(sums.includes(`${sum}  ${wheel}\n`), sums);
  });

  it('is installed by pip, collects, and is removed again', async () => {
    ({ apiKey: key } = await createAccount(installation));
    const environment = join(folder, 'environment');
    await run(program, '-m', 'venv', environment);
    const python = join(environment, 'bin/python');
    const pip = ['-I', '-m', 'pip', '--disable-pip-version-check'];
    const url = `${installation.baseUrl}/sdk/${wheel}`;
    await run(python, ...pip, 'install', '--no-index', '--no-cache-dir', url);
    await run(python, ...pip, 'check');
    assert.match(await run(python, '-I', '-c', collect), /^PENDING$/m);
    await run(python, ...pip, 'uninstall', '--yes', 'jokko');
    const left = readdirSync(environment, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      left.filter((path) => path.includes('jokko')),
      [],
    );
  });
});
