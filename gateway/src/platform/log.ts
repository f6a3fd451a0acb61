// Writes log lines on standard error: one JSON object a line, or on a developer's terminal a line
// for people. Callers log facts by name, never a request, a body or a key; what may be a secret of
// an address is masked here.

import pino from 'pino';
import { environment, type Timer } from './environment.ts';
import { writeForPeople } from './log-for-people.ts';
import { withMaskedAddresses } from './masked-address.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = pino.Logger;

/** `json`: for programs. `people`: whoever started the sandbox looks at it. */
export type LogForm = 'json' | 'people';

/** Opens the log. Written synchronously, so that the last line before an exit is not lost. */
export function openLog(level: LogLevel, nodeId: string, form: LogForm = 'json'): Log {
  const destination = pino.destination({ dest: 2, sync: true });
  return pino(settingsOf(level, nodeId), form === 'json' ? destination : toPeople(destination));
}

const settingsOf = (level: LogLevel, nodeId: string): pino.LoggerOptions => ({
  level,
  base: { node: nodeId },
  timestamp: pino.stdTimeFunctions.isoTime,
  hooks: { streamWrite: withMaskedAddresses },
});

const toPeople = (destination: { write(text: string): void }) =>
  writeForPeople((text) => destination.write(text));

export interface RequestLog {
  log: Log;
  form: LogForm;
  /** Writes what is still gathered. */
  flush(): void;
}

/** Lines gathered this long or this large before they are written. */
const gatherMs = 200;
const gatherBytes = 8_192;

/**
 * The log of answered requests: one line each, gathered, since a write for each would cost more
 * than the request's own work.
 */
export function openRequestLog(
  level: LogLevel,
  nodeId: string,
  form: LogForm = 'json',
): RequestLog {
  const destination = pino.destination({ dest: 2, sync: false, minLength: gatherBytes });
  // Not its `periodicFlush`, which also writes where there is nothing to write.
  let timer: Timer | null = null;
  const flushed = (): void => {
    timer = null;
    destination.flush();
  };
  const gathered = {
    write(text: string): void {
      destination.write(text);
      timer ??= environment.startTimer(flushed, gatherMs).unref();
    },
  };
  return {
    log: pino(settingsOf(level, nodeId), form === 'json' ? gathered : toPeople(gathered)),
    form,
    flush: () => destination.flushSync(),
  };
}
