<?php

declare(strict_types=1);

namespace Jokko\Exception;

/** The id was used for another operation (code 4009). */
final class Conflict extends Refused
{
}
