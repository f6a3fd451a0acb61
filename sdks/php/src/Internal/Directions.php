<?php

declare(strict_types=1);

namespace Jokko\Internal;

use Jokko\Exception\InvalidCall;

/**
 * Knows which call a service code belongs to, so that money never moves in the wrong direction.
 *
 * @internal
 */
final class Directions
{
    private const KEPT_SECONDS = 300;
    private const CALL_OF_TYPE = [
        'CASHOUT' => 'collect',
        'CASHIN' => 'payOut',
        'CREDIT_TELEPHONIQUE' => 'airtime',
        'BILL_PAY' => 'bills.pay',
        'BILL_BUY_RELOAD' => 'reload',
        'MESSENGING_SMS' => 'chat',
    ];

    /** @var array<string, string> types by service code */
    private array $types = [];
    private float $readAt = -\INF;

    public function __construct(private readonly Transport $transport)
    {
    }

    public function check(string $call, string $service): void
    {
        [$right, $does] = $this->find($service);
        if ($right !== $call) {
            $spelled = str_replace('.', '->', $right);
            throw new InvalidCall("$service $does: use $spelled().");
        }
    }

    /** @return list<array<mixed>> */
    public function readServices(): array
    {
        $services = Read::list($this->transport->send(Request::get(Request::SERVICES))->json['services'] ?? null);
        $this->types = array_column($services, 'typeService', 'codeService');
        $this->readAt = self::now();

        return $services;
    }

    /** @return array{string, string} the call and what it does */
    private function find(string $service): array
    {
        if ($service === '') {
            throw new InvalidCall('service is missing.');
        }
        $kinds = Read::tables()['kinds'];
        foreach (array_reverse($kinds) as $kind) {
            if (preg_match("~{$kind['pattern']}~Ds", $service) === 1) {
                return [$kind['call'], $kind['does']];
            }
        }
        if (self::now() - $this->readAt > self::KEPT_SECONDS) {
            $this->readServices();
        }
        $call = self::CALL_OF_TYPE[$this->types[$service] ?? ''] ?? null;
        if ($call === null) {
            throw new InvalidCall("$service is not among the services of this account.");
        }

        return [$call, array_column($kinds, 'does', 'call')[$call]];
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
