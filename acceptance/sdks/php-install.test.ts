// Installs the PHP SDK by Composer from the installation, without any registry, and calls it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../harness/free-port.ts';
import { hostInstallation, uniqueId, uniquePhone } from '../harness/index.ts';
import type { HostedInstallation, Json } from '../harness/index.ts';
import { isMissing } from './runners.ts';

const run = promisify(execFile);
const missing = isMissing(['php']) || isMissing(['composer']);

describe('the PHP SDK of an installation', { skip: missing }, () => {
  let installation: HostedInstallation;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'jokko-php-install-'));
    // Its own address is in packages.json.
    installation = await hostInstallation({ env: { PORT: String(await freePort()) } });
  });
  after(async () => {
    await installation?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is installed by Composer, and collects', async () => {
    const { baseUrl, apiKey } = installation;
    const composer = {
      repositories: [{ type: 'composer', url: `${baseUrl}/sdk/` }, { 'packagist.org': false }],
      require: { 'jokko/jokko-php': '*' },
      config: { 'secure-http': false },
    };
    writeFileSync(join(folder, 'composer.json'), JSON.stringify(composer));
    const env = {
      PATH: process.env['PATH'],
      COMPOSER_HOME: join(folder, 'home'),
      COMPOSER_ALLOW_SUPERUSER: '1',
    };
    await run('composer', ['update', '--no-interaction'], { cwd: folder, env });
    const code = `require 'vendor/autoload.php';
      $jokko = new Jokko\\Jokko(url: $argv[1], key: $argv[2]);
      $payment = $jokko->collect(id: $argv[3], service: 'OPC_SN_API_CASH_OUT', phone: $argv[4],
        amount: 1350);
      echo json_encode([$payment, Composer\\InstalledVersions::getVersion('jokko/jokko-php'),
        Jokko\\Jokko::VERSION]);`;
    const id = uniqueId();
    const { stdout } = await run('php', ['-r', code, baseUrl, apiKey, id, uniquePhone()], {
      cwd: folder,
    });
    const [payment, installed, version] = JSON.parse(stdout) as [Json, string, string];
    assert.deepEqual([payment.id, payment.status, payment.amount], [id, 'PENDING', 1350]);
    assert.equal(installed, `${version}.0`);
  });

  it('has its checksums', async () => {
    const { baseUrl } = installation;
    const [answer, sums, packages] = await Promise.all([
      fetch(`${baseUrl}/sdk/jokko-php.zip`),
      fetch(`${baseUrl}/sdk/SHA256SUMS`).then((sent) => sent.text()),
      fetch(`${baseUrl}/sdk/packages.json`).then((sent) => sent.json() as Promise<Json>),
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sum = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.ok(sums.split('\n').includes(`${sum('sha256')}  jokko-php.zip`), sums);
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string };
    const { dist } = packages.packages['jokko/jokko-php'][version];
    assert.deepEqual(dist, {
      type: 'zip',
      url: `${baseUrl}/sdk/jokko-php.zip`,
      shasum: sum('sha1'),
    });
  });
});
