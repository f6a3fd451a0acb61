// Reads what happened since the last time, for a server that was down.
import { Jokko } from 'jokko-sdk';

const jokko = new Jokko({ url: process.env.JOKKO_URL!, key: process.env.JOKKO_KEY! });

let cursor: string | undefined; // From your database.
for await (const event of jokko.events({ after: cursor })) {
  console.log(event.transaction.externalTransactionId, event.status);
  cursor = event.cursor; // Into your database, with what you made of the event.
}
