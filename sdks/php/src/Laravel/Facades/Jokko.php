<?php

declare(strict_types=1);

namespace Jokko\Laravel\Facades;

use Illuminate\Support\Facades\Facade;
use Jokko\Bills;
use Jokko\Callbacks;
use Jokko\Claims;
use Jokko\Remit;
use Jokko\Sms;

/** @mixin \Jokko\Jokko */
final class Jokko extends Facade
{
    public static function bills(): Bills
    {
        return self::getFacadeRoot()->bills;
    }

    public static function remit(): Remit
    {
        return self::getFacadeRoot()->remit;
    }

    public static function claims(): Claims
    {
        return self::getFacadeRoot()->claims;
    }

    public static function sms(): Sms
    {
        return self::getFacadeRoot()->sms;
    }

    public static function callbacks(): Callbacks
    {
        return self::getFacadeRoot()->callbacks;
    }

    protected static function getFacadeAccessor(): string
    {
        return \Jokko\Jokko::class;
    }
}
