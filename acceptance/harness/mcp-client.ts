// A client of the Model Context Protocol over standard input and output, as assistants have one.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Json } from './json.ts';

const program = fileURLToPath(new URL('../../sdks/dev/src/main.ts', import.meta.url));

export interface McpClient {
  /** The answer to a request: `result` or `error`. */
  ask(method: string, params?: object): Promise<Json>;
  /** The text that a tool answers. */
  call(tool: string, given?: object): Promise<{ text: string; isError: boolean }>;
  /** Ends its standard input; resolves with the exit code. */
  close(): Promise<number | null>;
}

/** Resolves when the server is initialised. `words`: what is run instead of the sources. */
export async function startMcp(
  environment: { readonly [name: string]: string },
  words: readonly [string, ...string[]] = [process.execPath, program, 'mcp'],
): Promise<McpClient> {
  const [command, ...given] = words;
  const child = spawn(command, given, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, (answer: Json) => void>();
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const answer = JSON.parse(line) as Json;
      waiting.get(answer.id)?.(answer);
    }
  });
  let last = 0;
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const ask = (method: string, params: object = {}): Promise<Json> => {
    const id = ++last;
    const answered = new Promise<Json>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const left = ended.then((code): never => {
      throw new Error(`the server ended with ${code}`);
    });
    return Promise.race([answered, left]);
  };
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'acceptance', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    ask,
    async call(name, given_ = {}) {
      const { result, error } = await ask('tools/call', { name, arguments: given_ });
      if (error !== undefined) throw new Error(String(error.message));
      return { text: String(result.content[0].text), isError: result.isError === true };
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}
