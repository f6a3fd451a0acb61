<?php

// Pays 500 to the owner of a phone and waits for the result: php pay-out.php SALARY-1 770000001

declare(strict_types=1);

use Jokko\Exception\Conflict;
use Jokko\Exception\Refused;
use Jokko\Jokko;

require __DIR__ . '/vendor/autoload.php';

$jokko = new Jokko(url: getenv('JOKKO_URL'), key: getenv('JOKKO_KEY'));
[, $salary, $phone] = $argv;

try {
    $jokko->payOut(id: $salary, service: 'OPA_SN_API_CASH_IN', phone: $phone, amount: 500);
} catch (Conflict) {
    exit("$salary was used for another payment.\n");
} catch (Refused $refused) {
    exit("Refused: {$refused->getMessage()}\n");
}

$status = $jokko->waitFor($salary, seconds: 60);
echo match (true) {
    $status->succeeded => "$salary is paid.\n",
    $status->failed => "$salary failed: {$status->error['message']}\n",
    default => "$salary is not decided yet: wait for the callback.\n",
};
