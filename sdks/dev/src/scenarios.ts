// jokko-dev scenarios: puts the developer's receiver and program through the integration test of
// the sandbox. The gateway composes each callback and judges; this posts them and reports the
// answers.

import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { forward } from './forward.ts';
import { Mistake, type Gateway, type ScenariosCommand } from './options.ts';
import { plain } from './plain.ts';

/** What the gateway answers. */
interface Run {
  run: string;
  step: number;
  send: { headers: { [name: string]: string }; body: string }[];
  lines: Line[];
  certificate: string | null;
}

interface Line {
  scenario: string;
  title: string;
  result: 'pass' | 'fail' | 'notSeen';
  cause: string | null;
  fix: string | null;
}

const timeoutMs = 60_000;
const watchedEveryMs = 2_000;
const repeatsMax = 5;
const waitMaxMs = 30_000;

/** Answers whether nothing failed. */
export async function runScenarios(command: ScenariosCommand): Promise<boolean> {
  const { gateway, forwardTo, only, order, direction, watchSeconds, json } = command;
  const told = new Set<string>();
  const tell = ({ lines }: Run): void => {
    if (json) return;
    for (const line of lines) if (line.result !== 'notSeen') say(line, told);
  };
  let run = await ask(gateway, { receiver: forwardTo, only, order, direction });
  while (run.send.length > 0) {
    const forwarded = await Promise.all(run.send.map((each) => forward(forwardTo, each)));
    if (forwarded.some(({ isAway }) => isAway))
      throw new Mistake(`${forwardTo}: ${forwarded[0]!.advice}`);
    const answers = forwarded.map(({ status, durationMs }) => ({ status, durationMs }));
    run = await ask(gateway, { run: run.run, step: run.step, answers });
    tell(run);
  }
  if (watchSeconds > 0 && !json)
    process.stdout.write(`Use your program now: its calls are watched for ${watchSeconds} s.\n`);
  for (const untilMs = Date.now() + watchSeconds * 1_000; Date.now() < untilMs; tell(run)) {
    await sleep(Math.min(watchedEveryMs, untilMs - Date.now()));
    run = await ask(gateway, { run: run.run });
  }
  run = await ask(gateway, { run: run.run, end: true });
  const { lines } = run;
  if (json) process.stdout.write(`${JSON.stringify(run)}\n`);
  else for (const line of lines) say(line, told);
  if (command.certificate !== undefined) keepCertificate(command.certificate, run);
  return lines.every(({ result }) => result !== 'fail');
}

/** Not on the output, which may be JSON. */
function keepCertificate(file: string, { certificate }: Run): void {
  if (certificate === null) {
    process.stderr.write('No certificate: it is given for a whole test without a failure.\n');
    return;
  }
  try {
    writeFileSync(file, certificate);
  } catch (error) {
    const { message } = error as Error;
    throw new Mistake(`The certificate was not kept: ${message}. The portal has it, too.`);
  }
  process.stderr.write(`${plain(`The certificate is in ${file}.`)}\n`);
}

const marks = { pass: 'pass', fail: 'FAIL', notSeen: 'not seen' } as const;
const marksWidth = 9;

function say({ scenario, title, result, cause, fix }: Line, told: Set<string>): void {
  const fact = `${scenario} ${result}`;
  if (told.has(fact)) return;
  told.add(fact);
  const lines = [`${marks[result].padEnd(marksWidth)} ${title} (${scenario})`];
  for (const more of [cause, fix])
    if (more !== null) lines.push(`${' '.repeat(marksWidth)} ${more}`);
  for (const line of lines) process.stdout.write(`${plain(line)}\n`);
}

/** Repeated while the gateway says when to come again: such a call has done nothing. */
async function ask(gateway: Gateway, body: object): Promise<Run> {
  for (let repeat = 0; ; repeat++) {
    const response = await post(gateway, body);
    const answer = await response.json().catch(() => null);
    const { code, msg, data } = Object(answer) as { code?: number; msg?: string; data?: Run };
    if (code === 2000 && data !== undefined) return data;
    const seconds = Number(response.headers.get('retry-after'));
    if (!(seconds > 0) || repeat === repeatsMax)
      throw new Mistake(msg ?? `${gateway.url} is no Jokko gateway.`);
    await sleep(Math.min(seconds * 1_000, waitMaxMs));
  }
}

function post({ url, key }: Gateway, body: object): Promise<Response> {
  return fetch(`${url}/api-services/test-integration`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Secretkey: key },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const { message } = ((error as Error).cause ?? error) as Error;
    throw new Mistake(`${url} does not answer: ${message}. Give its address with --url.`);
  });
}
