<?php

// Pays the first unpaid bill of a customer: php bills.php BILL-1 770000001 21000000001

declare(strict_types=1);

use Jokko\Jokko;

require __DIR__ . '/vendor/autoload.php';

$jokko = new Jokko(url: getenv('JOKKO_URL'), key: getenv('JOKKO_KEY'));
[, $id, $phone, $account] = $argv;

$bills = $jokko->bills->pending(service: 'BILLERA_SN_BILL_PAY', account: $account);
foreach ($bills as $bill) {
    echo "$bill->reference: $bill->amount\n";
}
if ($bills !== []) {
    $payment = $jokko->bills->pay(
        id: $id,
        service: 'BILLERA_SN_BILL_PAY',
        phone: $phone,
        amount: $bills[0]->amount,
        account: $account,
        reference: $bills[0]->reference,
    );
    echo "$payment->id: $payment->status\n";
}
