// Settings of the simulator. The only place that reads the environment.

export interface Settings {
  port: number;
  host: string;
  /** Own folder for book and clock. */
  dataDir: string;
  apiKey: string;
  noticeSecret: string;
  /** null: the GSMA side asks for no key. */
  gsmaApiKey: string | null;
  answer: 'sync' | 'async';
  /** Time from acceptance to the usual result. */
  delayMs: number;
  /** How long a submit that never gets an answer is held. */
  holdMs: number;
  /** Base of page links; null: the listening address. */
  publicUrl: string | null;
  /** The port of the SMPP side; 0: any. */
  smppPort: number;
  /** This system_id may bind, and every one that begins with it and a dash. */
  smppSystemId: string;
  smppPassword: string;
  /** Folder of the bank that takes files; null: below `dataDir`. */
  bankDir: string | null;
  /** Modules of protocols that were written elsewhere, as absolute paths. */
  protocols: readonly string[];
}

export const defaults: Settings = {
  port: 0,
  host: '127.0.0.1',
  dataDir: './data/simulator',
  apiKey: 'sandbox-api-key',
  noticeSecret: 'sandbox-notice-secret',
  gsmaApiKey: null,
  answer: 'async',
  delayMs: 1000,
  holdMs: 20_000,
  publicUrl: null,
  smppPort: 0,
  smppSystemId: 'jokko',
  smppPassword: 'secret',
  bankDir: null,
  protocols: [],
};

/** Settings from the environment, or the list of what is wrong with it. */
export function readSettings(environment: NodeJS.ProcessEnv): {
  settings: Settings;
  faults: string[];
} {
  const faults: string[] = [];
  const number = (name: string, fallback: number, max: number): number => {
    const text = environment[name];
    if (text === undefined || text === '') return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= 0 && value <= max) return value;
    faults.push(`${name}: a whole number from 0 to ${max} is needed`);
    return fallback;
  };
  const text = (name: string, fallback: string): string => environment[name] || fallback;
  const answer = text('SIM_ANSWER', defaults.answer);
  if (answer !== 'sync' && answer !== 'async') faults.push('SIM_ANSWER: sync or async is needed');
  const settings: Settings = {
    port: number('PORT', defaults.port, 65_535),
    host: text('HOST', defaults.host),
    dataDir: text('DATA_DIR', defaults.dataDir),
    apiKey: text('SIM_API_KEY', defaults.apiKey),
    noticeSecret: text('SIM_NOTICE_SECRET', defaults.noticeSecret),
    gsmaApiKey: environment['SIM_GSMA_API_KEY'] || null,
    answer: answer === 'sync' ? 'sync' : 'async',
    delayMs: number('SIM_DELAY_MS', defaults.delayMs, 86_400_000),
    holdMs: number('SIM_HOLD_MS', defaults.holdMs, 86_400_000),
    publicUrl: environment['SIM_PUBLIC_URL']?.replace(/\/$/, '') || null,
    smppPort: number('SIM_SMPP_PORT', defaults.smppPort, 65_535),
    smppSystemId: text('SIM_SMPP_SYSTEM_ID', defaults.smppSystemId),
    smppPassword: text('SIM_SMPP_PASSWORD', defaults.smppPassword),
    bankDir: environment['SIM_BANK_DIR'] || null,
    protocols: text('SIM_PROTOCOLS', '').split(',').filter(Boolean),
  };
  return { settings, faults };
}
