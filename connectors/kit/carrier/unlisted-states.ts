// Says in the log which status of a report no table of the carrier has, so that it can be added:
// whether the report came as a notice, was fetched, or was asked for.

import { defined } from '@jokko/contract';
import { firstOfEach } from '../first-of-each.ts';
import type { SmsConnector, SmsReceipt, SmsReceived } from '../sms.ts';
import type { Fetching } from './fetched.ts';
import { quoted } from './quoted.ts';

/** `unlisted`: the carrier's word for a state that its table does not have. */
export type Report = SmsReceipt & { unlisted?: string };

/** Words or a number. Anything else may be a text or a phone, which no log may have. */
const form = /^(?:[A-Za-z_-]{1,40}(?: [A-Za-z_-]{1,20}){0,2}|\d{1,5})(?: of group \d{1,3})?$/;

/** The word is the error of a message whose state nothing else tells. */
export function unlistedReport(receipt: SmsReceipt, told: string): Report {
  const word = form.test(told) ? told : 'no status';
  const errorCode = receipt.errorCode ?? (receipt.state === 'unknown' ? word : null);
  return { ...receipt, errorCode, unlisted: word };
}

/** With what a connector reads reports. Without a log nobody listens. */
export type Own<Config> = Parameters<NonNullable<SmsConnector<Config>['receive']>>[0];

/** What was said of a connection, while it is configured like this. */
const firsts = new WeakMap<object, (status: string) => boolean>();

function isFirst(config: object, status: string): boolean {
  const first = firsts.get(config) ?? firstOfEach<string>();
  firsts.set(config, first);
  return first(status);
}

/** What all reports of a carrier pass; receipts as all others read them come out. */
export function createEar<Config>(connector: string, secretsOf: (config: Config) => string[]) {
  function hear({ config, log }: Own<Config>, reports: readonly Report[]): SmsReceipt[] {
    const secrets = secretsOf(config);
    // Words of a status are read in capitals.
    const hidden = [...secrets, ...secrets.map((secret) => secret.toUpperCase())];
    return reports.map(({ unlisted, ...receipt }) => {
      if (unlisted === undefined) return receipt;
      const status = quoted(unlisted, hidden);
      const reason = quoted(receipt.errorCode ?? '', hidden);
      if (log !== undefined && isFirst(config as object, status))
        log('warn', 'a status in a report is not listed', { connector, status, reason });
      return { ...receipt, errorCode: reason || null };
    });
  }
  return {
    hear,
    hearNotice(own: Own<Config>, received: SmsReceived): SmsReceived {
      // Anybody may have written what nothing proves.
      const unproven = received.unproven && hear({ config: own.config }, received.unproven);
      return { ...received, receipts: hear(own, received.receipts), ...defined({ unproven }) };
    },
    hearing: (own: Own<Config>, fetching: Fetching): Fetching => ({
      ...fetching,
      receiptOf(entry) {
        const report = fetching.receiptOf(entry);
        return report && hear(own, [report])[0]!;
      },
    }),
  };
}
