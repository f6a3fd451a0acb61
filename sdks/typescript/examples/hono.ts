// Receives callbacks in Hono: app.post('/jokko', receiveCallback). `raw` is the request with its
// body unread.
import { Jokko } from 'jokko-sdk';
import { jokkoFetch } from 'jokko-sdk/fetch';

const jokko = new Jokko({
  url: process.env.JOKKO_URL!,
  key: process.env.JOKKO_KEY!,
  webhookSecret: process.env.JOKKO_WEBHOOK_SECRET!,
});

const receive = jokkoFetch(jokko, async (callback) => {
  console.log(callback.id, callback.status);
});

export const receiveCallback = ({ req }: { req: { raw: Request } }) => receive(req.raw);
