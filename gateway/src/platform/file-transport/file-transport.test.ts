// Files are exchanged whole, once, and never outside their folders: over folders, and over SFTP
// with a server that must be the right one.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FilePlace } from '@jokko/connectors/kit';
import { openPlace, type FileTransport } from './index.ts';
import { startSftpServer, type SftpServer } from './testing/sftp-server.ts';

const bytes = Buffer.from('<Document/>');
const always = (): boolean => true;

interface TestedPlace {
  root: string;
  place: FilePlace;
  toProvider: string;
  fromProvider: string;
  archive: string;
}

/** What both kinds of place keep. */
function keepsFiles(given: () => TestedPlace): void {
  const visit = async <Result>(work: (transport: FileTransport) => Promise<Result>) => {
    const transport = await openPlace(given().place, given().root);
    try {
      return await work(transport);
    } finally {
      await transport.close();
    }
  };
  test('a file gets its name when it is whole; the same bytes again are done already', async () => {
    const put = () => visit((transport) => transport.put('a.xml', bytes, always));
    assert.equal(await put(), 'done');
    assert.equal(await put(), 'done');
    assert.deepEqual(await readdir(given().toProvider), ['a.xml']);
    assert.deepEqual(await readFile(join(given().toProvider, 'a.xml')), bytes);
  });
  test('another file under the name is never overwritten', async () => {
    await writeFile(join(given().toProvider, 'b.xml'), 'something else');
    assert.deepEqual(await visit((transport) => transport.put('b.xml', bytes, always)), {
      unknown: 'another file has this name',
    });
    assert.equal(await readFile(join(given().toProvider, 'b.xml'), 'utf8'), 'something else');
  });
  test('F18 a node that has lost its lease gives no file its name', async () => {
    const result = await visit((transport) => transport.put('c.xml', bytes, () => false));
    assert.ok(typeof result === 'object' && 'notSent' in result);
    assert.ok(!(await readdir(given().toProvider)).includes('c.xml'));
  });
  test('a file is listed, read and moved away', async () => {
    await writeFile(join(given().fromProvider, 'status.xml'), bytes);
    await visit(async (transport) => {
      assert.deepEqual(await transport.list(), [{ name: 'status.xml', bytes: bytes.length }]);
      assert.deepEqual(await transport.read('status.xml'), bytes);
      await transport.archive('status.xml', '01-status.xml');
    });
    assert.deepEqual(await readdir(given().archive), ['01-status.xml']);
  });
  test('files that are being written, hidden files, links and folders are left alone', async () => {
    const { root, fromProvider } = given();
    for (const name of ['x.xml.part', 'x.tmp', '.hidden', 'a b.xml'])
      await writeFile(join(fromProvider, name), bytes);
    await mkdir(join(fromProvider, 'folder'));
    await writeFile(join(root, 'secret'), 'secret');
    await symlink(join(root, 'secret'), join(fromProvider, 'link.xml'));
    assert.deepEqual(await visit((transport) => transport.list()), []);
  });
  test('no name leads out of a folder', async () => {
    await visit(async (transport) => {
      for (const name of ['../secret', '/etc/passwd', '..', 'a/b', 'a\\b', '']) {
        await assert.rejects(transport.read(name));
        await assert.rejects(transport.archive(name, 'a'));
        await assert.rejects(transport.put(name, bytes, always));
      }
    });
  });
}

describe('a folder', () => {
  let place: TestedPlace;
  before(async () => {
    const root = await mkdtemp(join(tmpdir(), 'jokko-folder-'));
    const at = (name: string) => join(root, 'bank', name);
    place = {
      root,
      place: { kind: 'folder', folder: 'bank' },
      toProvider: at('to-bank'),
      fromProvider: at('from-bank'),
      archive: at('archive'),
    };
  });
  after(() => rm(place.root, { recursive: true, force: true }));
  keepsFiles(() => place);
});

describe('SFTP', () => {
  let server: SftpServer;
  let place: TestedPlace;
  before(async () => {
    const root = await mkdtemp(join(tmpdir(), 'jokko-sftp-'));
    for (const name of ['in', 'out', 'done']) await mkdir(join(root, name));
    server = await startSftpServer(root, { user: 'jokko', password: 'secret' });
    place = {
      root,
      place: placeOf(server),
      toProvider: join(root, 'in'),
      fromProvider: join(root, 'out'),
      archive: join(root, 'done'),
    };
  });
  after(async () => {
    await server.close();
    await rm(place.root, { recursive: true, force: true });
  });
  keepsFiles(() => place);

  test('a server with another key gets neither credentials nor files', async () => {
    const other = { ...placeOf(server), hostKey: 'A'.repeat(43) };
    await assert.rejects(openPlace(other, ''));
    assert.equal(server.passwordsRefused(), 0);
  });
  test('a wrong password is refused', async () => {
    await assert.rejects(openPlace({ ...placeOf(server), password: 'wrong' }, ''));
    assert.equal(server.passwordsRefused(), 1);
  });
  test('a key is as good as a password', async () => {
    const { privateKey } = server;
    const transport = await openPlace({ ...placeOf(server), password: undefined, privateKey }, '');
    await transport.close();
  });
  test('a rename whose answer is lost is unknown; the same bytes then are done', async () => {
    server.loseRename();
    const first = await openPlace(place.place, '');
    const lost = await first.put('lost.xml', bytes, always);
    await first.close();
    assert.ok(typeof lost === 'object' && 'unknown' in lost);
    const again = await openPlace(place.place, '');
    assert.equal(await again.put('lost.xml', bytes, always), 'done');
    await again.close();
  });
});

function placeOf({ port, hostKey }: SftpServer): Extract<FilePlace, { kind: 'sftp' }> {
  return {
    kind: 'sftp',
    host: '127.0.0.1',
    port,
    user: 'jokko',
    password: 'secret',
    privateKey: undefined,
    hostKey,
    folders: { toProvider: '/in', fromProvider: '/out', archive: '/done' },
  };
}
