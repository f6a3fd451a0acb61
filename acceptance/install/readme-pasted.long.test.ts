// Pastes the blocks of README in their order, as a reader does: commands into terminals, receivers
// into files. Ports and the folder of the files are the test's own; everything else is as it
// stands.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/index.ts';

const root = join(import.meta.dirname, '../..');
const blocks = [
  ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms),
].map(([, language, text]) => ({ language: language!, text: text! }));
const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);

interface Terminal {
  output(): string;
  /** Answers what a block prints; throws where its last command fails. */
  paste(block: string): Promise<string>;
  /** For a block that goes on: until it prints this. */
  pasteUntil(block: string, sign: RegExp): Promise<void>;
  close(): Promise<void>;
}

function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  // A group of its own, so that what runs in it ends with it.
  const shell: ChildProcess = spawn('bash', [], { cwd: root, env, detached: true });
  const ended = new Promise((resolve) => shell.once('close', resolve));
  let output = '';
  for (const stream of [shell.stdout!, shell.stderr!])
    stream.on('data', (chunk) => (output += String(chunk)));
  const printed = (sign: RegExp, from: number): Promise<RegExpExecArray> =>
    until(
      `${sign} after ${output.slice(from)}`,
      () => {
        assert.equal(shell.exitCode, null, output);
        return sign.exec(output.slice(from)) ?? undefined;
      },
      { timeoutMs: 240_000 },
    );
  return {
    output: () => output,
    async paste(block) {
      const from = output.length;
      shell.stdin!.write(`${block}\necho "ended with $?."\n`);
      const [sign, code] = await printed(/ended with (\d+)\./, from);
      const text = output.slice(from).replace(sign, '');
      assert.equal(code, '0', `${block}\n${text}`);
      return text;
    },
    async pasteUntil(block, sign) {
      const from = output.length;
      shell.stdin!.write(`${block}\n`);
      await printed(sign, from);
    },
    async close() {
      try {
        process.kill(-shell.pid!, 'SIGTERM');
      } catch {
        // It has ended by itself.
      }
      await ended;
    },
  };
}

/** Each takes the place of the one that README starts. */
const receivers = [
  { language: 'js', file: 'receiver.mjs', command: 'node receiver.mjs' },
  { language: 'python', file: 'receiver.py', command: 'python3 receiver.py' },
  { language: 'php', file: 'receiver.php', command: 'php -S 127.0.0.1:9000 receiver.php' },
];

describe('README, pasted', () => {
  // Below the packages, where `standardwebhooks` is found.
  const files = mkdtempSync(join(root, 'node_modules/.jokko-readme-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'jokko-readme-'));
  const terminals: Terminal[] = [];
  let env: NodeJS.ProcessEnv;
  let here: (text: string) => string;
  const open = (): Terminal => {
    const terminal = openTerminal(env);
    terminals.push(terminal);
    return terminal;
  };
  /** The only block of commands that names this. */
  const block = (part: string): string => {
    const found = commands.filter((text) => text.includes(part));
    assert.equal(found.length, 1, part);
    return here(found[0]!);
  };

  before(async () => {
    const [port, receiverPort] = [await freePort(), await freePort()];
    env = {
      PATH: process.env['PATH'],
      HOME: dataDir,
      DATA_DIR: dataDir,
      PORT: String(port),
      // What jokko-dev knows by itself on the usual port.
      JOKKO_URL: `http://127.0.0.1:${port}`,
    };
    here = (text) => text.replaceAll('8080', String(port)).replaceAll('9000', String(receiverPort));
    await open().pasteUntil(block('npm start'), /Jokko is running \(sandbox\)/);
  });
  after(async () => {
    // Node and database end first, which commands of others would hold.
    for (const terminal of terminals.toReversed()) await terminal.close();
    rmSync(files, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  it('is pasted as a whole here', () => {
    const parts = ['npm start', 'listen', 'trigger', 'receiver.mjs', 'CASH_OUT', 'CASH_IN', 'sms'];
    assert.equal(commands.length, parts.length);
    for (const { language } of receivers)
      assert.equal(blocks.filter((each) => each.language === language).length, 1);
  });

  it('jokko-dev listens in one terminal, and shows what another one triggers', async () => {
    const listening = open();
    await listening.pasteUntil(block(' listen'), /Listening\./);
    await open().paste(block('trigger'));
    await until('the callback is shown', () => /FAILLED .* verified/.test(listening.output()));
    await listening.close();
  });

  for (const { language, file, command } of receivers)
    it(`a payment and a payout reach the receiver in ${language}, and are genuine`, async () => {
      const path = join(files, file);
      writeFileSync(path, here(blocks.find((each) => each.language === language)!.text));
      const start = block('receiver.mjs').replace(/(node|python3|php) receiver.*/, here(command));
      const receiver = open();
      await receiver.pasteUntil(`(${start.trim().replaceAll(file, path)})& sleep 1; echo up`, /up/);
      const caller = open();
      for (const words of ['API_CASH_OUT', 'API_CASH_IN']) {
        // The key is read where the first payment is made.
        const text = await caller.paste(block(words));
        assert.match(text, /"code":2000.*"status":"PENDING"/, text);
      }
      await until(
        'both are genuine',
        () => (receiver.output().match(/genuine SUCCESS/g) ?? []).length >= 2,
      );
      assert.doesNotMatch(receiver.output(), /REFUSED/);
      await Promise.all([receiver.close(), caller.close()]);
    });

  it('an SMS is accepted', async () => {
    assert.match(await open().paste(block('send-sms')), /"code":201,"error":false/);
  });

  it('the account gets its first member', async () => {
    const [, command] = /`(\.\/jokko account invite [^`]+)`/.exec(
      readFileSync(join(root, 'README.md'), 'utf8'),
    )!;
    assert.match(await open().paste(command!), /\/invitation#/);
  });
});
