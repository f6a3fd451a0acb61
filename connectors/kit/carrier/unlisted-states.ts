// Says in the log which status of a report no table of the carrier has, so that it can be added:
// whether the report came as a notice, was fetched, or was asked for.

import { defined } from '@jokko/contract';
import { firstOfEach } from '../first-of-each.ts';
import type { SmsConnector, SmsReceipt, SmsReceived } from '../sms.ts';
import type { Fetching } from './fetched.ts';
import { quoted } from './quoted.ts';

/** `unlisted`: the carrier's word for a state that its table does not have. */
export type Report = SmsReceipt & { unlisted?: string };

/** The word is the error of a message whose state nothing else tells. */
export const unlistedReport = (receipt: SmsReceipt, word: string): Report => ({
  ...receipt,
  errorCode: receipt.errorCode ?? (receipt.state === 'unknown' ? word : null),
  unlisted: word,
});

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
