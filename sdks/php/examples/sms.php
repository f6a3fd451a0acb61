<?php

// Sends a text: php sms.php REMINDER-1 +221770000001

declare(strict_types=1);

use Jokko\Exception\Refused;
use Jokko\Jokko;

require __DIR__ . '/vendor/autoload.php';

$jokko = new Jokko(url: getenv('JOKKO_URL'), key: getenv('JOKKO_KEY'), smsKey: getenv('JOKKO_SMS_KEY'));
[, $id, $phone] = $argv;

try {
    $batch = $jokko->sms->send(id: $id, sender: 'SHOP', text: 'Votre commande est prête.', to: $phone);
    echo "$batch->batchId: $batch->message\n";
} catch (Refused $refused) {
    foreach ($refused->fields as ['field' => $field, 'message' => $message]) {
        echo "$field: $message\n";
    }
    exit(1);
}
