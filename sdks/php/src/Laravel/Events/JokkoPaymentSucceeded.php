<?php

declare(strict_types=1);

namespace Jokko\Laravel\Events;

use Jokko\Callback;

/** The payment of a verified callback has succeeded. It comes once more where a delivery is repeated. */
final class JokkoPaymentSucceeded
{
    public function __construct(public readonly Callback $callback)
    {
    }
}
