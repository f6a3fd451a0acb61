// Makes a connector from what is a carrier's own: how it is called, and what its answers and
// notices say.

import { defined } from '@jokko/contract';
import type { HttpResult } from '../connector.ts';
import { targetOfUrl } from '../http-target.ts';
import { readConnectionTest } from '../read-connection-test.ts';
import type {
  SmsBalance,
  SmsConnector,
  SmsContext,
  SmsNotice,
  SmsPart,
  SmsReceipt,
} from '../sms.ts';
import { findingAlike, type Alike } from './alike.ts';
import { readBalance, testByBalance } from './balance.ts';
import { carrierContext, type CallSettings, type CarrierContext } from './calls.ts';
import type { Carrier } from './carrier.ts';
import { carrierCapabilities, type carrierSettings } from './config.ts';
import { withFetched, type Fetching } from './fetched.ts';
import { greetingProblem } from './greeting.ts';
import { readRequestError } from './read-answer.ts';
import { garbled, readUnanswered, type HttpAnswer, type Meaning, type Reading } from './reading.ts';
import type { Records } from './records.ts';
import { refusedSender } from './sender.ts';
import { openCarrierSession } from './session.ts';
import { createEar, type Own as OwnOf } from './unlisted-states.ts';

type Settings = CallSettings & ReturnType<typeof carrierSettings>;
type Parts = readonly [SmsPart, ...SmsPart[]];

/** What sends in one session. */
export interface Sending extends Pick<Carrier, 'requests' | 'find'> {
  /**
   * What the carrier would certainly refuse, so that it is not sent; absent: a sender that none
   * takes.
   */
  refusal?(part: SmsPart): Reading | null;
  send(parts: Parts): Promise<HttpResult>;
  /**
   * What an answer says of each part, in their order. Null: it does not tell of parts; its status
   * and its code decide.
   */
  read(answer: HttpAnswer, parts: Parts): readonly Reading[] | null;
  /** Instead of `find`, for a carrier that knows no reference of ours and lists its messages. */
  findAlike?: Alike;
}

/** In the order in which a carrier's documentation is read. */
export interface HttpCarrier<Config, Own extends Settings> {
  name: string;
  configuration: Pick<SmsConnector<Config>, 'configForm' | 'checkConfig'>;
  settingsOf(config: Config): Own;
  /**
   * The most harmless call that shows our credentials: a session greets with it, and it tests a
   * connection.
   */
  account(context: CarrierContext<Own>): Promise<HttpResult>;
  /**
   * The balance that a 200 to it tells; null where it is not what the protocol says. Absent: it
   * tells none.
   */
  balanceOf?(body: Buffer): SmsBalance | null;
  /**
   * The carrier's own code of an answer about a whole request; undefined: the body is not its own.
   */
  codeOf(answer: HttpAnswer): string | undefined;
  codes: ReadonlyMap<string, Meaning>;
  /**
   * Why nothing can be sent, in the carrier's words, where they are worth more to people than its
   * code.
   */
  wordsOf?(answer: HttpAnswer): string | null;
  sending(context: CarrierContext<Own>): Sending;
  receive?: SmsConnector<Config>['receive'];
  /** For a carrier that can be asked by our references, which are its ids. */
  records?: Records<Own>;
  /** For a carrier that can be asked by its own ids: see `SmsConnector`. */
  findById?(
    context: CarrierContext<Own>,
    ids: readonly string[],
  ): ReturnType<NonNullable<SmsConnector['findById']>>;
  /** What is fetched instead of being notified of; null: nothing. */
  fetching?(context: CarrierContext<Own>): Fetching | null;
  goLive?: SmsConnector['goLive'];
}

export function httpCarrier<Config, Own extends Settings>(
  carrier: HttpCarrier<Config, Own>,
): SmsConnector<Config> {
  const { name, configuration, settingsOf, records, findById } = carrier;
  const secretsOf = (config: Config) => secretsIn(configuration, config as Given);
  const { hear, hearNotice, hearing } = createEar(name, secretsOf);
  function within(context: SmsContext<Config>): CarrierContext<Own> {
    return carrierContext(context, {
      connector: name,
      settings: settingsOf(context.config),
      secrets: secretsOf(context.config),
    });
  }
  const ask = (context: SmsContext<Config>) => carrier.account(within(context));
  const target = (config: Config) => targetOfUrl(settingsOf(config).baseUrl);
  const { balanceOf } = carrier;
  const balance =
    balanceOf &&
    (async (context: SmsContext<Config>) => readBalance(await ask(context), balanceOf));
  /** The same question with the context of a carrier. */
  const asked = <What>(
    call: ((context: CarrierContext<Own>, what: What) => Promise<SmsReceipt[] | null>) | undefined,
  ) =>
    call &&
    (async (context: SmsContext<Config>, what: What) => {
      const told = await call(within(context), what);
      return told && hear(context, told);
    });
  const { receive } = carrier;
  return {
    name,
    ...configuration,
    capabilities: (config) => carrierCapabilities(settingsOf(config)),
    open(context, events) {
      const own = within(context);
      const session = openCarrierSession(context, events, carrierOf(carrier, own));
      const fetching = carrier.fetching?.(own) ?? null;
      return fetching === null
        ? session
        : withFetched(session, hearing(context, fetching), events, own);
    },
    connectionTest: balance
      ? testByBalance(balance, target)
      : {
          target,
          call: async (context) => readConnectionTest(await ask(context), () => 'HTTP 200'),
        },
    ...defined({
      balance,
      receive:
        receive &&
        ((own: OwnOf<Config>, notice: SmsNotice) => hearNotice(own, receive(own, notice))),
      goLive: carrier.goLive,
      confirm: asked(records?.confirm),
      find: asked(records?.find),
      findById: asked(findById ?? records?.find),
    }),
  };
}

interface Given {
  readonly [field: string]: unknown;
}

const secretsIn = ({ configForm }: Pick<SmsConnector, 'configForm'>, config: Given): string[] =>
  configForm.filter(({ type }) => type === 'secret').map(({ name }) => String(config[name] ?? ''));

function carrierOf<Config, Own extends Settings>(
  { name, account, codeOf, codes, ...own }: HttpCarrier<Config, Own>,
  context: CarrierContext<Own>,
): Carrier {
  const { window, ratePerSec } = context.settings;
  const { send, read, refusal = refusedSender, findAlike, ...how } = own.sending(context);
  function wordsOf(answer: HttpAnswer, parts: readonly SmsPart[]): string | undefined {
    const words = own.wordsOf?.(answer) ?? null;
    return words === null ? undefined : context.quote(words, parts);
  }
  /** What came of a request means the same for each of its parts. */
  function readWhole(result: HttpResult, parts: Parts): Reading {
    if (result.kind !== 'answer') return readUnanswered(result);
    const reading = readRequestError(result, codeOf(result), codes, context, parts);
    const { outcome, connectionAtFault } = reading;
    const code = connectionAtFault ? wordsOf(result, parts) : undefined;
    return code !== undefined && 'code' in outcome
      ? { ...reading, outcome: { ...outcome, code } }
      : reading;
  }
  async function sendSome(parts: Parts): Promise<readonly Reading[]> {
    const result = await send(parts);
    const told = result.kind === 'answer' ? read(result, parts) : null;
    const whole = told === null ? readWhole(result, parts) : garbled;
    return parts.map((_, at) => told?.[at] ?? whole);
  }
  const made: Carrier = {
    name,
    window,
    ratePerSec,
    ...how,
    async greet() {
      const result = await account(context);
      return result.kind === 'answer'
        ? greetingProblem(result, wordsOf(result, []) ?? context.quote(codeOf(result) ?? '', []))
        : greetingProblem(result);
    },
    async submit(parts) {
      const readings = new Map(parts.map((part) => [part, refusal(part)]));
      const [first, ...others] = parts.filter((part) => readings.get(part) === null);
      const sent = first === undefined ? [] : await sendSome([first, ...others]);
      const left = [...sent];
      return parts.map((part) => readings.get(part) ?? left.shift() ?? garbled);
    },
  };
  return findAlike === undefined ? made : findingAlike(made, findAlike);
}
