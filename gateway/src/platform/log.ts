// Writes log lines: one JSON object a line on standard error. Callers log facts by name, never a
// request, a body or a key.

import pino from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = pino.Logger;

/** Opens the log. Written synchronously, so that the last line before an exit is not lost. */
export function openLog(level: LogLevel, nodeId: string): Log {
  const settings = { level, base: { node: nodeId }, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(settings, pino.destination({ dest: 2, sync: true }));
}

export interface RequestLog {
  log: Log;
  /** Writes what is still gathered. */
  flush(): void;
}

/** Lines gathered this long or this large before they are written. */
const gatherMs = 200;
const gatherBytes = 8_192;

/** The log of answered requests: one line each, gathered, since a write for each would cost more than the request's own work. */
export function openRequestLog(level: LogLevel, nodeId: string): RequestLog {
  const settings = { level, base: { node: nodeId }, timestamp: pino.stdTimeFunctions.isoTime };
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: gatherBytes,
    periodicFlush: gatherMs,
  });
  return { log: pino(settings, destination), flush: () => destination.flushSync() };
}
