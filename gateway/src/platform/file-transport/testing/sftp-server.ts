// A small SFTP server over a directory, for tests: passwords and keys, and a rename whose answer is
// lost.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { constants, promises as fs, type Stats } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2';

export interface SftpServer {
  port: number;
  /** SHA-256 of its key, as configurations name it. */
  hostKey: string;
  /** A key that it takes instead of the password. */
  privateKey: string;
  passwordsRefused(): number;
  /** The next rename is done, and the connection ends before its answer. */
  loseRename(): void;
  close(): Promise<void>;
}

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

export async function startSftpServer(
  root: string,
  { user, password }: { user: string; password: string },
): Promise<SftpServer> {
  // One in 256 of its ed25519 keys cannot be read again (mscdex/ssh2 1390).
  const host = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  const client = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  const hostPublic = ssh2.utils.parseKey(host.public);
  const clientPublic = ssh2.utils.parseKey(client.public);
  if (hostPublic instanceof Error || clientPublic instanceof Error) throw new Error('no keys');
  const state = { refused: 0, losesRename: false };
  const authenticate = (given: AuthContext): void => {
    if (given.method === 'password' && given.username === user) {
      if (given.password === password) return given.accept();
      state.refused++;
    }
    if (given.method === 'publickey' && given.key.data.equals(clientPublic.getPublicSSH()))
      return given.accept();
    given.reject(['password', 'publickey']);
  };
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    connection.on('error', () => {});
    connection.on('authentication', authenticate);
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), root, connection, state));
    });
  });
  // Without a delay: else each small answer waits for an acknowledgement of the one before.
  const door = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    port: (door.address() as AddressInfo).port,
    hostKey: createHash('sha256')
      .update(hostPublic.getPublicSSH())
      .digest('base64')
      .replace(/=+$/, ''),
    privateKey: client.private,
    passwordsRefused: () => state.refused,
    loseRename: () => void (state.losesRename = true),
    async close() {
      for (const connection of connections) connection.end();
      door.close();
      await once(door, 'close');
    },
  };
}

interface Opened {
  path: string;
  listed: boolean;
  file: fs.FileHandle | null;
}

/** What both kinds of request need: the names below `root`, open handles, and a way to answer. */
function createSession(sftp: SFTPWrapper, root: string) {
  const handles = new Map<number, Opened>();
  let next = 0;
  return {
    local: (path: string): string => join(root, normalize(`/${path}`)),
    of: (handle: Buffer): Opened => handles.get(handle.readUInt32BE())!,
    open(path: string, file: fs.FileHandle | null): Buffer {
      const number = next++;
      handles.set(number, { path, listed: false, file });
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(number);
      return handle;
    },
    answer: (id: number, work: Promise<unknown>): void =>
      void work.then(
        () => sftp.status(id, STATUS_CODE.OK),
        () => sftp.status(id, STATUS_CODE.FAILURE),
      ),
  };
}
type Session = ReturnType<typeof createSession>;

/** Answers a client's requests on files below `root`. */
function serve(
  sftp: SFTPWrapper,
  root: string,
  connection: Connection,
  state: { losesRename: boolean },
): void {
  const session = createSession(sftp, root);
  serveNames(sftp, session);
  serveContent(sftp, session);
  sftp.on('RENAME', (id, from, to) => {
    const renamed = fs.rename(session.local(from), session.local(to));
    if (!state.losesRename) return session.answer(id, renamed);
    state.losesRename = false;
    void renamed.then(() => connection.end());
  });
}

function serveNames(sftp: SFTPWrapper, { local, of, open }: Session): void {
  const stat = (id: number, path: string): void =>
    void fs.lstat(local(path)).then(
      (found) => sftp.attrs(id, attributesOf(found)),
      () => sftp.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: normalize(`/${path}`), longname: '', attrs: noAttributes }]),
  );
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('FSTAT', (id, handle) => stat(id, of(handle).path));
  sftp.on('OPENDIR', (id, path) => sftp.handle(id, open(path, null)));
  sftp.on('READDIR', (id, handle) => {
    const opened = of(handle);
    if (opened.listed) return sftp.status(id, STATUS_CODE.EOF);
    opened.listed = true;
    void listNames(local(opened.path)).then((names) => sftp.name(id, names));
  });
}

function serveContent(sftp: SFTPWrapper, { local, of, open, answer }: Session): void {
  sftp.on('OPEN', (id, path, flags) => {
    const mode = (flags & OPEN_MODE.WRITE) === 0 ? 'r' : 'w';
    void fs.open(local(path), mode).then(
      (file) => sftp.handle(id, open(path, file)),
      () => sftp.status(id, STATUS_CODE.NO_SUCH_FILE),
    );
  });
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, of(handle).file!.write(data, 0, data.length, offset)),
  );
  sftp.on('READ', (id, handle, offset, length) => {
    void of(handle)
      .file!.read(Buffer.alloc(length), 0, length, offset)
      .then(({ bytesRead, buffer }) =>
        bytesRead === 0
          ? sftp.status(id, STATUS_CODE.EOF)
          : sftp.data(id, buffer.subarray(0, bytesRead)),
      );
  });
  sftp.on('CLOSE', (id, handle) => answer(id, Promise.resolve(of(handle).file?.close())));
}

const noAttributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

function attributesOf({ mode, size, mtimeMs }: Stats) {
  const seconds = Math.floor(mtimeMs / 1_000);
  return { mode, uid: 0, gid: 0, size, atime: seconds, mtime: seconds };
}

async function listNames(folder: string) {
  const entries = await fs.readdir(folder);
  return Promise.all(
    entries.map(async (filename) => {
      const found = await fs.lstat(join(folder, filename));
      const kind = (found.mode & constants.S_IFMT) === constants.S_IFDIR ? 'd' : 'l';
      const longname = `${found.isFile() ? '-' : kind}rw-r--r-- 1 bank bank ${found.size} Nov 22 10:00 ${filename}`;
      return { filename, longname, attrs: attributesOf(found) };
    }),
  );
}
