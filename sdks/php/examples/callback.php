<?php

// Receives callbacks: php -S 127.0.0.1:9000 callback.php

declare(strict_types=1);

use Jokko\Exception\CallbackError;
use Jokko\Jokko;

require __DIR__ . '/vendor/autoload.php';

// Until the order is stored. PHP itself answers 200 to what throws where display_errors is on.
http_response_code(500);
$jokko = new Jokko(
    url: getenv('JOKKO_URL'),
    key: getenv('JOKKO_KEY'),
    webhookSecret: getenv('JOKKO_WEBHOOK_SECRET'),
);
try {
    $callback = $jokko->callbacks->verify(file_get_contents('php://input'), getallheaders());
} catch (CallbackError $error) {
    http_response_code(400);
    exit($error->getMessage());
}

// In one transaction of your database: skip a webhookId that is there already, compare the amount with that of the
// order, and close it.
$result = $callback->succeeded ? "paid $callback->amount" : "failed: {$callback->error['message']}";
file_put_contents('php://stderr', "$callback->webhookId $callback->id $result\n");
http_response_code(200);
