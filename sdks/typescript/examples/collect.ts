// Takes 1,350 F CFA from a customer's wallet and waits for the result.
import { Jokko, OutcomeUnknown, Refused } from 'jokko-sdk';

const jokko = new Jokko({ url: process.env.JOKKO_URL!, key: process.env.JOKKO_KEY! });

// Save the id with the order first: a lost answer is repeated under it.
const order = { id: `order-${Date.now()}`, total: 1350 };

try {
  const payment = await jokko.collect({
    id: order.id,
    service: 'OPA_SN_API_CASH_OUT',
    phone: process.env.PHONE ?? '770000001',
    amount: order.total,
    metadata: { cart: 42 },
  });
  if (payment.link !== null) console.log('Send the customer to', payment.link);
  const { status, error } = await jokko.waitFor(order.id, { seconds: 90 });
  console.log(order.id, status, error?.message ?? '');
} catch (error) {
  // Nothing was taken, and nothing will be.
  if (error instanceof Refused) console.log(order.id, 'refused:', error.message, error.advice);
  // Perhaps it was taken: ask again later with the same id.
  else if (error instanceof OutcomeUnknown) console.log(order.id, 'not known yet:', error.reason);
  else throw error;
}
