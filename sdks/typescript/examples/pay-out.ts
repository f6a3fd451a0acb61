// Pays 500 F CFA to the owner of a wallet.
import { Jokko } from 'jokko-sdk';

const jokko = new Jokko({ url: process.env.JOKKO_URL!, key: process.env.JOKKO_KEY! });

const payment = await jokko.payOut({
  id: `salary-${Date.now()}`,
  service: 'OPA_SN_API_CASH_IN',
  phone: process.env.PHONE ?? '770000001',
  amount: 500,
});
console.log(payment.id, payment.status);
