<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Jokko\Exception\Conflict;
use Jokko\Exception\JokkoException;
use Jokko\Exception\Refused;
use PHPUnit\Framework\TestCase;

final class ErrorsTest extends TestCase
{
    private function refusal(array $step, array $options = [], ?\Closure $call = null): Refused
    {
        $gateway = new Gateway([$step], $options);
        try {
            $call === null ? $gateway->collect() : $call($gateway->client);
        } catch (Refused $refused) {
            self::assertInstanceOf(JokkoException::class, $refused);

            return $refused;
        }
        self::fail('nothing was thrown');
    }

    public function testHasWhatTheAnswerSays(): void
    {
        $field = ['field' => 'phone', 'message' => 'not possible', 'suggestion' => 'did you mean …'];
        $refused = $this->refusal(Gateway::refused(4022, [
            'data' => ['errorType' => ['id' => 1, 'code' => 'invalid_phone_number', 'codeService' => 'X', 'message' => 'm']],
            'errors' => [$field],
        ], ['X-Request-Id' => 'r-1']));
        self::assertSame('refused with 4022', $refused->getMessage());
        self::assertSame(
            [4022, 'invalid_phone_number', 1, [$field], 'r-1', null, false, null],
            [
                $refused->getCode(),
                $refused->reason,
                $refused->errorId,
                $refused->fields,
                $refused->requestId,
                $refused->retryAfterSeconds,
                $refused->retryable,
                $refused->payment,
            ],
        );
        self::assertStringContainsString('Nothing was executed', $refused->advice);
        self::assertNotInstanceOf(Conflict::class, $refused);
    }

    public function testHasThePaymentThatFailed(): void
    {
        $data = ['transactionId' => '1', 'externalTransactionId' => 'ORDER-1', 'status' => 'FAILLED', 'amount' => 5];
        $payment = $this->refusal(Gateway::refused(4000, ['data' => $data]))->payment;
        self::assertSame(['ORDER-1', true, true], [$payment?->id, $payment?->isFinal, $payment?->failed]);
    }

    public function testAnIdOfAnotherOperationIsAConflict(): void
    {
        self::assertInstanceOf(Conflict::class, $this->refusal(Gateway::refused(4009)));
    }

    public function testABillerRefusesWithoutAnError(): void
    {
        $step = Gateway::json(['code' => 4000, 'msg' => 'not now', 'error' => false, 'data' => ['pendingBills' => []]]);
        $refused = $this->refusal($step, [], static fn ($jokko) => $jokko->bills->pending('BILLERA_SN_BILL_PAY', '1'));
        self::assertSame('not now', $refused->getMessage());
    }

    public function testARefundThatFailedIsARefusal(): void
    {
        $refund = static fn ($jokko) => $jokko->refund('1');
        $failed = ['message' => 'no', 'statutTreatment' => 'FAILLED'];
        self::assertSame(4000, $this->refusal(Gateway::json($failed), [], $refund)->getCode());
        $unknown = $this->refusal(Gateway::json([...$failed, 'code' => 4004, 'msg' => 'unknown']), [], $refund);
        self::assertSame([4004, 'unknown'], [$unknown->getCode(), $unknown->getMessage()]);
        $gateway = new Gateway([Gateway::json(['message' => 'done', 'statutTreatment' => 'SUCCESS'])]);
        self::assertSame('SUCCESS', $gateway->client->refund('1')->status);
    }

    public function testSmsNamesEachNumber(): void
    {
        $data = ['770000002' => 'no country code', 'sender' => 'too long'];
        $step = Gateway::json(['code' => 400, 'error' => true, 'msg' => 'refused', 'data' => $data], 400);
        $send = static fn ($jokko) => $jokko->sms->send('S-1', 'SHOP', 'Bonjour', ['770000002']);
        self::assertSame(
            [['field' => '770000002', 'message' => 'no country code'], ['field' => 'sender', 'message' => 'too long']],
            $this->refusal($step, ['smsKey' => 'js_1'], $send)->fields,
        );
    }

    public function testTellsOfAWrongClock(): void
    {
        $step = static fn (int $seconds): array => Gateway::refused(4001, [], ['Date' => gmdate(DATE_RFC7231, time() + $seconds)]);
        $signs = ['hmacSecret' => 'x'];
        self::assertMatchesRegularExpression("/ Your clock is 1\\d\\d s behind the gateway's\\.$/", $this->refusal($step(120), $signs)->advice);
        self::assertMatchesRegularExpression("/ Your clock is 1\\d\\d s ahead of the gateway's\\.$/", $this->refusal($step(-120), $signs)->advice);
        self::assertStringNotContainsString('Your clock', $this->refusal($step(10), $signs)->advice);
        self::assertStringNotContainsString('Your clock', $this->refusal($step(120))->advice);
    }
}
