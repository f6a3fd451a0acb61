<?php

return [
    'url' => env('JOKKO_URL'),
    'key' => env('JOKKO_KEY'),
    // Two with a comma between them during a rotation.
    'webhook_secret' => explode(',', env('JOKKO_WEBHOOK_SECRET', '')),
    'hmac_secret' => env('JOKKO_HMAC_SECRET'),
    'sms_key' => env('JOKKO_SMS_KEY'),
    'callback_url' => env('JOKKO_CALLBACK_URL'),
    'timeout_ms' => 60_000,
    'retries' => 4,
];
