<?php

declare(strict_types=1);

namespace Jokko\Exception;

/** The call is wrong, and nothing was sent. */
final class InvalidCall extends \InvalidArgumentException implements JokkoException
{
}
