<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Jokko\Jokko;

/** A client of a gateway that answers as a test says (server.php). */
final class Gateway
{
    public const KEY = 'jk_test_1_key-of-the-test';

    public readonly Jokko $client;
    private readonly string $log;
    /** @var resource */
    private $process;

    /**
     * @param list<string|array{status: int, body: string, headers?: array<string, string>, spaces?: int}> $steps
     * @param array<string, mixed> $options of the client
     */
    public function __construct(array $steps, array $options = [])
    {
        $plan = (string) tempnam(sys_get_temp_dir(), 'jokko-plan-');
        $this->log = (string) tempnam(sys_get_temp_dir(), 'jokko-log-');
        file_put_contents($plan, json_encode($steps));
        $command = [PHP_BINARY, __DIR__ . '/server.php', $plan, $this->log];
        $this->process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        $address = trim((string) fgets($pipes[1]));
        unlink($plan);
        $this->client = new Jokko(...[
            'url' => "http://$address",
            'key' => self::KEY,
            'timeoutMs' => 2_000,
            'retries' => 2,
            'firstDelayMs' => 5,
            ...$options,
        ]);
    }

    public function __destruct()
    {
        proc_terminate($this->process);
        proc_close($this->process);
        unlink($this->log);
    }

    /** @return array{status: int, body: string, headers: array<string, string>} */
    public static function json(array $body, int $status = 200, array $headers = []): array
    {
        return ['status' => $status, 'body' => (string) json_encode($body), 'headers' => $headers];
    }

    /** @param array<string, mixed> $changes of the transaction */
    public static function accepted(array $changes = []): array
    {
        return self::json(['code' => 2000, 'msg' => 'ok', 'error' => false, 'data' => [
            'phone' => '770000001',
            'amount' => 1350,
            'codeService' => 'OPC_SN_API_CASH_OUT',
            'transactionId' => '1396639104231',
            'status' => 'PENDING',
            'externalTransactionId' => 'ORDER-1',
            'deepLinkUrl' => 'https://pay.example/deep/1396639104231',
            'unknown' => ['member' => true],
            ...$changes,
        ]]);
    }

    public static function refused(int $code, array $more = [], array $headers = []): array
    {
        return self::json(['code' => $code, 'msg' => "refused with $code", 'error' => true, 'data' => [], ...$more], 200, $headers);
    }

    public function collect(): \Jokko\Payment
    {
        return $this->client->collect(
            id: 'ORDER-1',
            service: 'OPC_SN_API_CASH_OUT',
            phone: '770000001',
            amount: 1350,
            metadata: ['note' => 'é/ü'],
        );
    }

    /** @return list<array{request: string, headers: array<string, string>, body: string}> */
    public function received(): array
    {
        return array_map(static fn (string $line): array => json_decode($line, true), file($this->log) ?: []);
    }
}
