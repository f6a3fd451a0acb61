// Routes of the messages of all developers, and of what became of them by mobile operator.

import type { Session } from '../../platform/db/database.ts';
import { listMessagesOfAll, type MessagePlace } from '../../messaging/applications/index.ts';
import { readDeliveryDays } from '../../messaging/delivery/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { pageRows } from '../../platform/http/page.ts';
import { phonesMeant } from '../transactions/http-transaction-filter.ts';
import { findAccountsMeant } from '../../payments/accounts/index.ts';

export function operatorSmsHandlers({
  database,
  routing,
}: {
  database: Session;
  /** The one in force. */
  routing(): { connections: readonly { name: string }[] };
}) {
  return {
    async 'GET operator/sms'({ query: { number = '', account = '', after, ...query } }) {
      const { state = null, connection = null } = query;
      const filter = {
        accounts: await findAccountsMeant(database, account),
        numbers: number.trim() === '' ? null : msisdnsMeant(number),
        state,
        connection,
      };
      const page = await listMessagesOfAll(database, filter, readPlace(after), pageRows);
      return {
        ok: true,
        answer: {
          items: page.items.map(withPlus),
          next: page.next && placeText(page.next),
          searchedUntil: page.searchedUntil,
          connections: routing().connections.map(({ name }) => name),
        },
      };
    },
    async 'GET operator/sms/delivery'({ caller: { session } }) {
      return {
        ok: true,
        answer: { days: await readDeliveryDays(database, session.user.timeZone) },
      };
    },
  } satisfies Partial<Handlers>;
}

/** The newest messages that a number got; none where `typed` is no number. */
export async function findSmsTo(session: Session, typed: string, limit: number) {
  const numbers = msisdnsMeant(typed);
  const filter = { accounts: null, numbers, state: null, connection: null };
  return (await listMessagesOfAll(session, filter, null, limit)).items.map(withPlus);
}

const msisdnsMeant = (typed: string): string[] =>
  phonesMeant(typed).map((phone) => phone.replace(/^\+/, ''));

const withPlus = <Message extends { msisdn: string }>(message: Message): Message => ({
  ...message,
  msisdn: `+${message.msisdn}`,
});

/** A place in the list, as text for the address. */
const placeText = ({ at, batchId, position }: MessagePlace): string =>
  `${at}-${batchId}-${position}`;

function readPlace(text: string | undefined): MessagePlace | null {
  const [at, batchId, position] = text?.split('-') ?? [];
  return at === undefined || batchId === undefined || position === undefined
    ? null
    : { at, batchId, position: Number(position) };
}
