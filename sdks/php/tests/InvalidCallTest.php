<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Jokko\Exception\InvalidCall;
use Jokko\Jokko;
use PHPUnit\Framework\TestCase;

final class InvalidCallTest extends TestCase
{
    /** @return iterable<string, array{string, \Closure(Jokko): mixed}> */
    public static function calls(): iterable
    {
        $of = static fn (string $method, array $changes = []): \Closure => static fn (Jokko $jokko): mixed => $jokko->$method(...[
            'id' => 'ORDER-1',
            'service' => 'OPC_SN_API_CASH_OUT',
            'phone' => '770000001',
            'amount' => 100,
            ...$changes,
        ]);
        yield 'a payout' => ['OPA_SN_API_CASH_IN pays out: use payOut().', $of('collect', ['service' => 'OPA_SN_API_CASH_IN'])];
        yield 'a collection' => ['OPC_SN_API_CASH_OUT collects from a wallet: use collect().', $of('payOut')];
        yield 'a bill' => ['BILLERA_SN_BILL_PAY pays a bill: use bills->pay().', $of('payOut', ['service' => 'BILLERA_SN_BILL_PAY'])];
        yield 'a card' => ['use card().', $of('collect', ['service' => 'BANK_CARD_API_CASH_OUT'])];
        yield 'a remittance' => ['use remit->receive().', $of('collect', ['service' => 'REMIT_SN_API_CASH_OUT'])];
        yield 'no id' => ['id is missing', $of('collect', ['id' => null])];
        yield 'an empty id' => ['id is missing', $of('collect', ['id' => ''])];
        yield 'an id with a space' => ['id must be', $of('collect', ['id' => 'ORDER 1'])];
        yield 'an id with a line break' => ['id must be', $of('collect', ['id' => "ORDER-1\n"])];
        yield 'a long id' => ['id must be', $of('collect', ['id' => str_repeat('a', 129)])];
        yield 'the id true' => ['id must be', $of('collect', ['id' => true])];
        yield 'the id false' => ['id must be', $of('collect', ['id' => false])];
        foreach ([NAN, -1, -0.5, -INF] as $seconds) {
            yield "waiting for $seconds s" => ['seconds must be', static fn (Jokko $jokko): mixed => $jokko->waitFor('ORDER-1', $seconds)];
        }
        yield 'a fraction' => ['Write an amount with decimals as text, "12.50".', $of('collect', ['amount' => 12.5])];
        foreach ([null, true, false, 0, -1, '0.00', '1e3', '-5', '12,50', "12\n", '', INF, NAN, 1e300] as $amount) {
            yield 'the amount ' . var_export($amount, true) => ['amount must be', $of('collect', ['amount' => $amount])];
        }
        yield 'no UTF-8' => ['not UTF-8', $of('collect', ['metadata' => ['a' => "\xff"]])];
    }

    /** @dataProvider calls */
    public function testNothingIsSentFor(string $message, \Closure $call): void
    {
        // Were anything sent, that would be another exception: nobody listens there.
        $this->expectException(InvalidCall::class);
        $this->expectExceptionMessage($message);
        $call(new Jokko(url: 'http://127.0.0.1:1', key: 'k', retries: 0));
    }

    public function testAmountsThatAreRight(): void
    {
        $gateway = new Gateway(array_fill(0, 3, Gateway::accepted()));
        foreach ([1350.0, '1350', '12.50'] as $amount) {
            $gateway->client->collect('ORDER-1', 'OPC_SN_API_CASH_OUT', '770000001', $amount);
        }
        self::assertSame(
            [1350, '1350', '12.50'],
            array_map(static fn (array $request): mixed => json_decode($request['body'])->amount, $gateway->received()),
        );
    }

    public function testAsksTheCatalogueOnceForACodeOfAnotherSpelling(): void
    {
        $services = Gateway::json(['success' => true, 'services' => [
            ['codeService' => 'NEW_WALLET', 'typeService' => 'CASHOUT'],
            ['codeService' => 'NEW_SALARY', 'typeService' => 'CASHIN'],
        ]]);
        $gateway = new Gateway([$services, Gateway::accepted()]);
        $collect = static fn (string $service) => $gateway->client->collect('ORDER-1', $service, '770000001', 100);
        $collect('NEW_WALLET');
        $messages = [];
        foreach (['NEW_SALARY', 'NOWHERE'] as $service) {
            try {
                $collect($service);
            } catch (InvalidCall $error) {
                $messages[] = $error->getMessage();
            }
        }
        self::assertSame(
            ['NEW_SALARY pays out: use payOut().', 'NOWHERE is not among the services of this account.'],
            $messages,
        );
        self::assertCount(2, $gateway->received());
    }

    public function testTheClientNeedsAnAddressAndAKey(): void
    {
        foreach ([['key' => 'k'], ['url' => 'gateway.example', 'key' => 'k'], ['url' => 'https://a:b@gateway.example', 'key' => 'k'], ['url' => 'https://gateway.example'], ['url' => "https://gateway.example/\0", 'key' => 'k']] as $options) {
            try {
                new Jokko(...$options);
                self::fail('nothing was thrown');
            } catch (\InvalidArgumentException $error) {
                self::assertInstanceOf(InvalidCall::class, $error);
            }
        }
    }

    public function testAnEmptyArrayIsAnObjectToTheGateway(): void
    {
        $gateway = new Gateway([Gateway::accepted(['externalTransactionId' => 'P-1'])], ['callbackUrl' => 'https://shop.example/jokko']);
        $gateway->client->payOut('P-1', 'OPA_SN_API_CASH_IN', '770000001', 5, metadata: []);
        self::assertSame(
            '{"phone":"770000001","amount":5,"codeService":"OPA_SN_API_CASH_IN","externalTransactionId":"P-1",'
                . '"callbackUrl":"https://shop.example/jokko","data":{}}',
            $gateway->received()[0]['body'],
        );
    }
}
