<?php

// A receiver as some shops run it: verifies nothing, knows two statuses, and refuses what it has already.

$callback = json_decode(file_get_contents('php://input'), true);
if (!in_array($callback['status'], ['SUCCESS', 'FAILLED'])) {
    throw new Exception('unknown status');
}
if (!@mkdir(getenv('ORDERS') . '/' . $callback['transaction']['transactionId'])) {
    http_response_code(409);
    exit('already there');
}
echo 'OK';
