// Misbehaviour of the SMSC, and the operators' habits that it imitates. Set by tests while it
// runs, for one account or for all; PROTOCOL.md section 6.4 defines each.

/** All are plain values, so that one table can check them. 0 and false: off. */
export interface Behaviour {
  /** Above so many submissions a second: THROTTLED. */
  throttleAbove: number;
  /** The next n submissions are refused for a full queue. */
  queueFull: number;
  /** The next n submissions are refused with `refuseStatus`. */
  refuse: number;
  refuseStatus: number;
  /** Everything is refused for want of credit. */
  noCredit: boolean;
  /** The next n submissions are accepted, and get no answer. */
  mute: number;
  /** The next n submissions are neither accepted nor answered. */
  swallow: number;
  /**
   * Each nth submission ends its connection: accepted, and with all before it whose answers had not
   * left. HTTP: each nth call.
   */
  dropEvery: number;
  /** Carriers over HTTP: of each nth message the result is told before its answer. */
  earlyEvery: number;
  /** Every result of each nth message is told twice. */
  repeatEvery: number;
  /** Each nth submission is answered by a generic_nack. */
  nackEvery: number;
  slowMs: number;
  /** Binds get this status. */
  refuseBinds: number;
  /** Nothing is answered at all. */
  silent: boolean;
  silentEnquireLink: boolean;
  /** Results are kept back until it is off again. */
  holdReceipts: boolean;
  /** From acceptance to the usual result; -1: the setting SIM_DELAY_MS. */
  receiptDelayMs: number;
  receiptTlv: boolean;
  receiptText: boolean;
  idBase: 'hex' | 'decimal';
  /** Base of ids in receipts. */
  receiptIdBase: 'hex' | 'decimal';
  idUpper: boolean;
  /** Ids of submissions are filled up with zeros to so many characters. */
  idWidth: number;
  receiptIdWidth: number;
  /** Unanswered submissions that a bind may have. */
  window: number;
  binds: number;
  /** Unanswered deliveries that a bind gets. */
  deliverWindow: number;
  /** How long an unanswered delivery waits before it is tried again. */
  deliverTimeoutMs: number;
  enquireLinkMs: number;
  /** HTTP: the next n calls are answered with `httpStatus`. */
  httpFail: number;
  httpStatus: number;
  /**
   * HTTP: above so many questions to the logs a minute they are refused, where the carrier has such
   * a limit.
   */
  logsPerMinute: number;
}

export const usualBehaviour: Behaviour = {
  throttleAbove: 0,
  queueFull: 0,
  refuse: 0,
  refuseStatus: 8,
  noCredit: false,
  mute: 0,
  swallow: 0,
  dropEvery: 0,
  earlyEvery: 0,
  repeatEvery: 0,
  nackEvery: 0,
  slowMs: 0,
  refuseBinds: 0,
  silent: false,
  silentEnquireLink: false,
  holdReceipts: false,
  receiptDelayMs: -1,
  receiptTlv: true,
  receiptText: true,
  idBase: 'hex',
  receiptIdBase: 'hex',
  idUpper: false,
  idWidth: 0,
  receiptIdWidth: 0,
  window: 1000,
  binds: 10,
  deliverWindow: 200,
  deliverTimeoutMs: 10_000,
  enquireLinkMs: 30_000,
  httpFail: 0,
  httpStatus: 503,
  logsPerMinute: 120,
};

export interface Behaviours {
  of(account: string): Behaviour;
  /**
   * Sets what `changes` names, for one account or (null) for all, those to come too. Answers what
   * is wrong, or null.
   */
  change(account: string | null, changes: { readonly [name: string]: unknown }): string | null;
  reset(): void;
}

const numberMax = 1_000_000_000;

export function createBehaviours(): Behaviours {
  let general: Behaviour = { ...usualBehaviour };
  const byAccount = new Map<string, Behaviour>();
  function of(account: string): Behaviour {
    let behaviour = byAccount.get(account);
    if (behaviour === undefined) byAccount.set(account, (behaviour = { ...general }));
    return behaviour;
  }
  return {
    of,
    change(account, changes) {
      for (const [name, value] of Object.entries(changes)) {
        const fault = faultOf(name, value);
        if (fault !== null) return `${name}: ${fault}`;
      }
      if (account !== null) Object.assign(of(account), changes);
      else
        for (const behaviour of [general, ...byAccount.values()]) Object.assign(behaviour, changes);
      return null;
    },
    reset() {
      general = { ...usualBehaviour };
      for (const behaviour of byAccount.values()) Object.assign(behaviour, usualBehaviour);
    },
  };
}

function faultOf(name: string, value: unknown): string | null {
  if (!Object.hasOwn(usualBehaviour, name)) return 'no such behaviour';
  switch (typeof usualBehaviour[name as keyof Behaviour]) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false is needed';
    case 'number': {
      const least = name === 'receiptDelayMs' ? -1 : 0;
      const fine =
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= least &&
        value <= numberMax;
      return fine ? null : `a whole number from ${least} is needed`;
    }
    default:
      return value === 'hex' || value === 'decimal' ? null : 'hex or decimal is needed';
  }
}

/**
 * Whether the message is one of each `every`; 0: none is. By its number, so that a restart tells
 * the same.
 */
export const isNth = ({ seq }: { seq: number }, every: number): boolean =>
  every > 0 && seq % every === 0;

/** The id of a submission as its answer tells it. */
export function submittedId(seq: number, behaviour: Behaviour): string {
  return spell(seq, behaviour.idBase, behaviour.idWidth, behaviour.idUpper);
}

/** The same id as a receipt spells it. */
export function receiptId(seq: number, behaviour: Behaviour): string {
  return spell(seq, behaviour.receiptIdBase, behaviour.receiptIdWidth, behaviour.idUpper);
}

function spell(seq: number, base: 'hex' | 'decimal', width: number, upper: boolean): string {
  const text = seq.toString(base === 'hex' ? 16 : 10);
  return (upper ? text.toUpperCase() : text).padStart(width, '0');
}
