// Says what a payout would cost, and whether the number fits: nothing is executed.
import { Jokko, Refused } from 'jokko-sdk';

const jokko = new Jokko({ url: process.env.JOKKO_URL!, key: process.env.JOKKO_KEY! });

try {
  const preview = await jokko.previewOperation({
    id: `salary-${Date.now()}`,
    service: 'OPA_SN_API_CASH_IN',
    phone: process.env.PHONE ?? '770000001',
    amount: Number(process.env.AMOUNT ?? 500),
  });
  if (preview.recipient.agrees === false)
    console.log(`The number is of ${preview.recipient.operator}: ask before you pay.`);
  console.log(`${preview.total} ${preview.currency}, of which commission ${preview.commission}`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`It would be refused: ${error.message}`);
}
