// Lists the unpaid bills of a customer, and pays the first one.
import { Jokko } from 'jokko-sdk';

const jokko = new Jokko({ url: process.env.JOKKO_URL!, key: process.env.JOKKO_KEY! });
const bill = { service: 'BILLERA_SN_BILL_PAY', account: process.env.ACCOUNT ?? '21000000001' };

const [first] = await jokko.bills.pending(bill);
if (first !== undefined) {
  const payment = await jokko.bills.pay({
    ...bill,
    id: `bill-${first.reference}`,
    phone: '770000001',
    amount: first.amount,
    reference: first.reference,
  });
  console.log(payment.id, payment.status, payment.amount);
}
