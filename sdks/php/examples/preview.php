<?php

// Says what a payout would cost, and whether the number fits; nothing is executed: php preview.php SALARY-1 770000001 500

declare(strict_types=1);

use Jokko\Exception\Refused;
use Jokko\Jokko;

require __DIR__ . '/vendor/autoload.php';

$jokko = new Jokko(url: getenv('JOKKO_URL'), key: getenv('JOKKO_KEY'));
[, $salary, $phone, $amount] = $argv;

try {
    $preview = $jokko->previewOperation(id: $salary, service: 'OPA_SN_API_CASH_IN', phone: $phone, amount: $amount);
} catch (Refused $refused) {
    exit("It would be refused: {$refused->getMessage()}\n");
}

if ($preview->recipient['agrees'] === false) {
    echo "The number is of {$preview->recipient['operator']}: ask before you pay.\n";
}
echo "$preview->total $preview->currency, of which commission $preview->commission\n";
