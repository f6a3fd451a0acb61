// Stands on a port for PostgreSQL and does there what a test wants: refuses, keeps silent, or
// passes everything on to a real server.

import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export type Behaviour =
  /** Answers the greeting with an error. */
  | { kind: 'error'; state: string; message: string }
  /** Accepts connections and never answers. */
  | { kind: 'silent' }
  /** Lets everybody in and never answers a statement. */
  | { kind: 'hangs' }
  | { kind: 'passes'; socket: string };

export interface FakePostgres {
  port: number;
  /** How often somebody connected since the behaviour was set. */
  connections(): number;
  behave(behaviour: Behaviour): void;
  /** Nobody listens on the port until the next `listen`. */
  stopListening(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakePostgres(first: Behaviour): Promise<FakePostgres> {
  let behaviour = first;
  let connections = 0;
  let server: Server | null = null;
  let port = 0;
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (behaviour.kind === 'passes') passOn(socket, behaviour.socket);
    else answer(socket, behaviour);
  };
  const listen = async (): Promise<void> => {
    server = createServer(serve);
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const stopListening = async (): Promise<void> => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    if (server?.listening !== true) return;
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen();
  return {
    port,
    connections: () => connections,
    behave(next) {
      behaviour = next;
      connections = 0;
    },
    listen,
    stopListening,
    close: stopListening,
  };
}

function answer(socket: Socket, behaviour: Exclude<Behaviour, { kind: 'passes' }>): void {
  socket.once('data', () => {
    if (behaviour.kind === 'hangs')
      socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]));
    if (behaviour.kind === 'error') {
      const { state, message: text } = behaviour;
      socket.end(message('E', `SFATAL\0VFATAL\0C${state}\0M${text}\0\0`));
    }
    socket.resume();
  });
}

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

function passOn(socket: Socket, path: string): void {
  const upstream = connect(path);
  upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
  socket.pipe(upstream).pipe(socket);
}
