// Looks into the memory of a node that was started with Node's inspector, which the program itself
// never opens.

import { until } from './until.ts';

export interface Inspector {
  /**
   * The heap after a full collection, as V8 writes it: every string that is still held is in it.
   */
  heapSnapshot(): Promise<string>;
  close(): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: { chunk?: string };
  error?: object;
}

/** Above any text of a test, so that none is cut in a snapshot. */
const stringLimit = 1_000_000;

/** For the node's environment: Node chooses a port, and says which one in its log. */
export const withInspector = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const announced = /Debugger listening on (ws:\S+)/;

/** `logs`: of a node that was started `withInspector`. */
export async function openInspector(logs: () => string): Promise<Inspector> {
  const url = await until('the inspector listens', () => announced.exec(logs())?.[1]);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const waiting = new Map<number, (error?: object) => void>();
  let chunks: string[] = [];
  let sent = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === 'HeapProfiler.addHeapSnapshotChunk')
      chunks.push(message.params?.chunk ?? '');
    if (message.id !== undefined) waiting.get(message.id)?.(message.error);
  });
  const call = (method: string, params: object = {}): Promise<void> =>
    new Promise((resolve, reject) => {
      const id = ++sent;
      waiting.set(id, (error) =>
        error === undefined ? resolve() : reject(new Error(JSON.stringify(error))),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  const flag = `--heap-snapshot-string-limit=${stringLimit}`;
  await call('Runtime.evaluate', {
    expression: `process.getBuiltinModule('v8').setFlagsFromString('${flag}')`,
  });
  return {
    async heapSnapshot() {
      chunks = [];
      await call('HeapProfiler.collectGarbage');
      await call('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      return chunks.join('');
    },
    close: () => socket.close(),
  };
}
