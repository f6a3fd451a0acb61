// app/jokko/route.ts: receives callbacks in Next.js. A route handler gets the request with its body
// unread.
import { Jokko } from 'jokko-sdk';
import { jokkoFetch } from 'jokko-sdk/fetch';

const jokko = new Jokko({
  url: process.env.JOKKO_URL!,
  key: process.env.JOKKO_KEY!,
  webhookSecret: process.env.JOKKO_WEBHOOK_SECRET!,
});

export const POST = jokkoFetch(jokko, async (callback) => {
  console.log(callback.id, callback.status);
});
