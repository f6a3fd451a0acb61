// The command that sets the balance at the carrier of an SMS connection below which an alert
// begins.

import { changeSettings, minimumOf, readSettings, readWebhook } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument } from '../../cli/parameters.ts';
import { orOff, readText, wholeNumber } from '../../cli/values.ts';
import { loadCarrierBalances, tellsBalance } from '../../messaging/carrier-balances/index.ts';
import { loadRouting } from '../../messaging/routing/index.ts';

const unitsMax = 1_000_000_000_000;

const setMinimum = defineCommand({
  name: 'minimum',
  summary: 'Set the balance below which an alert begins.',
  details:
    'The balance is read every ten minutes from carriers that tell one ("jokko sms link list"), in the currency in which the carrier tells it. "off" takes the minimum away. The portal shows minimums under Alerts, Rules and recipients.',
  arguments: {
    connection: argument('CONNECTION', 'Name of a carrier connection.', readText),
    minimum: argument('UNITS|off', 'In the carrier’s currency.', orOff(wholeNumber(unitsMax, 1))),
  },
  examples: ['INFOBIP-SN 50', 'INFOBIP-SN off'],
  async run({ database, secrets, who, connectionSettings }, { connection, minimum }) {
    const connectors = await connectionSettings();
    const { connections } = await loadRouting(database, connectors);
    const found = connections.find(({ name }) => name === connection);
    if (minimum !== null) {
      if (found === undefined) throw new Refusal(`there is no carrier connection ${connection}`);
      if (!tellsBalance(connectors.connectors[found.connector]))
        throw new Refusal(`carriers of ${found.connector} tell no balance`);
    }
    const [{ version, settings }, webhook, balances] = await Promise.all([
      readSettings(database),
      readWebhook(database),
      loadCarrierBalances(database),
    ]);
    if (minimum === null && minimumOf(settings, connection) === null)
      throw new Refusal(`${connection} has no minimum`);
    const others = settings.smsBalances.filter((each) => each.connection !== connection);
    const smsBalances = minimum === null ? others : [...others, { connection, minimum }];
    const changed = await changeSettings(
      { database, secrets },
      { who, userId: null },
      { version, settings: { ...settings, smsBalances }, webhook: webhook?.url ?? null },
    );
    if (!changed.ok)
      throw new Refusal('somebody changed the alert settings meanwhile: try once more');
    const currency = balances.get(connection)?.balance?.currency ?? null;
    return { connection, minimum, currency, version: changed.version };
  },
  present: ({ connection, minimum, currency }) =>
    minimum === null
      ? `${connection} has no minimum any more.`
      : `An alert begins when the balance of ${connection} is below ${minimum} ${currency ?? '(the carrier has not told its currency yet)'}.`,
});

export const commands = [setMinimum];
