// Receives callbacks in Hono, Next, Deno, Bun or a worker: a function from Request to Response.
import { Jokko } from 'jokko-sdk';
import { jokkoFetch } from 'jokko-sdk/fetch';

const jokko = new Jokko({
  url: process.env.JOKKO_URL!,
  key: process.env.JOKKO_KEY!,
  webhookSecret: process.env.JOKKO_WEBHOOK_SECRET!,
});

// Next: in app/jokko/route.ts. Hono: app.post('/jokko', (context) => POST(context.req.raw)).
export const POST = jokkoFetch(jokko, async (callback) => {
  console.log(callback.id, callback.status);
});
