// Receives callbacks in Express, before the parser of JSON: the signature covers the bytes as they
// arrived.
import express from 'express';
import { Jokko } from 'jokko-sdk';
import { jokkoExpress } from 'jokko-sdk/express';

const jokko = new Jokko({
  url: process.env.JOKKO_URL!,
  key: process.env.JOKKO_KEY!,
  webhookSecret: process.env.JOKKO_WEBHOOK_SECRET!,
});
const app = express();

app.post(
  '/jokko',
  jokkoExpress(jokko, async (callback) => {
    console.log(callback.id, callback.status);
  }),
);

// All other routes have their bodies parsed.
app.use(express.json());

app.listen(Number(process.env.PORT ?? 9000));
