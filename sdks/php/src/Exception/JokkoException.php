<?php

declare(strict_types=1);

namespace Jokko\Exception;

/** Everything that the SDK throws. */
interface JokkoException extends \Throwable
{
}
