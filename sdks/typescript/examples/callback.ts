// Receives callbacks: 200 once the handler has returned, 400 for what is not genuine.
import { createServer } from 'node:http';
import { Jokko } from 'jokko-sdk';
import { jokkoNode } from 'jokko-sdk/node';

const jokko = new Jokko({
  url: process.env.JOKKO_URL!,
  key: process.env.JOKKO_KEY!,
  webhookSecret: process.env.JOKKO_WEBHOOK_SECRET!,
});
const seen = new Set<string>();

const receive = jokkoNode(jokko, async (callback) => {
  // A callback may come twice: keep its webhookId in your database.
  if (seen.has(callback.webhookId)) return;
  seen.add(callback.webhookId);
  console.log(callback.id, callback.succeeded ? 'paid' : `not paid: ${callback.error?.message}`);
});

createServer(receive).listen(Number(process.env.PORT ?? 9000));
