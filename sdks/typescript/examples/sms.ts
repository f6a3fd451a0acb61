// Sends one text to two people. The id makes a repeated call harmless.
import { Jokko } from 'jokko-sdk';

const jokko = new Jokko({
  url: process.env.JOKKO_URL!,
  key: process.env.JOKKO_KEY!,
  smsKey: process.env.JOKKO_SMS_KEY!,
});

const { batchId, message } = await jokko.sms.send({
  id: `code-${Date.now()}`,
  sender: 'JOKKO',
  text: 'Votre code est 4821',
  to: ['+221770000001', '+221770000002'],
});
console.log(batchId, message);
