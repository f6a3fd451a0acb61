<?php

// Collects 1,350 from a customer: php collect.php ORDER-1 770000001

declare(strict_types=1);

use Jokko\Exception\OutcomeUnknown;
use Jokko\Exception\Refused;
use Jokko\Jokko;

require __DIR__ . '/vendor/autoload.php';

$jokko = new Jokko(url: getenv('JOKKO_URL'), key: getenv('JOKKO_KEY'));
// The order is in the database before the call: a lost answer is asked for again under its id.
[, $order, $phone] = $argv;

try {
    $payment = $jokko->collect(
        id: $order,
        service: 'OPC_SN_API_CASH_OUT',
        phone: $phone,
        amount: 1350,
        callbackUrl: getenv('SHOP_CALLBACK_URL') ?: null,
        metadata: ['basket' => 42],
    );
    // Send the customer there; without a link a question appears on the phone. The result comes by callback.
    echo "$payment->status ", $payment->link ?? 'on the phone', "\n";
} catch (Refused $refused) {
    echo "Refused: {$refused->getMessage()} $refused->advice\n";
    exit(1);
} catch (OutcomeUnknown $unknown) {
    // The order stays open: call again with the same id, or wait for the callback.
    echo "Not known yet: $unknown->reason\n";
    exit(2);
}
