<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Exception\InvalidCall;
use Jokko\Exception\Refused;
use Jokko\Internal\Directions;
use Jokko\Internal\Operations;
use Jokko\Internal\Read;
use Jokko\Internal\Request;
use Jokko\Internal\Secret;
use Jokko\Internal\Transport;

/**
 * A client of the Jokko API. Every call may throw {@see Exception\JokkoException}: InvalidCall (nothing was
 * sent), Refused, Conflict or OutcomeUnknown.
 */
final class Jokko
{
    public const VERSION = '0.2.0';
    /** When waitFor() asks, then in even steps: the API answers three times a minute. */
    private const ASKED_AFTER_SECONDS = [0, 2, 20, 61];
    private const ASKED_EACH_SECONDS = 20.5;

    public readonly Bills $bills;
    public readonly Remit $remit;
    public readonly Claims $claims;
    public readonly Sms $sms;
    public readonly Callbacks $callbacks;
    private readonly string $url;
    private readonly Transport $transport;
    private readonly Directions $directions;
    private readonly Operations $operations;

    /**
     * @param string|null $url of the gateway
     * @param string|null $key API key
     * @param string|list<string>|null $webhookSecret whsec_…; a list during a rotation
     * @param string|null $hmacSecret signs every request to the payments API
     * @param string|null $smsKey application key of the SMS API
     * @param string|null $callbackUrl of operations that name none
     * @param int $timeoutMs of one attempt
     * @param int $retries attempts after the first one
     * @param int $firstDelayMs before the second attempt, for tests
     */
    public function __construct(
        ?string $url = null,
        #[\SensitiveParameter] ?string $key = null,
        #[\SensitiveParameter] string|array|null $webhookSecret = null,
        #[\SensitiveParameter] ?string $hmacSecret = null,
        #[\SensitiveParameter] ?string $smsKey = null,
        ?string $callbackUrl = null,
        int $timeoutMs = 60_000,
        int $retries = 4,
        int $firstDelayMs = 1_000,
    ) {
        if (preg_match('~^https?://[^/?#@\s[:cntrl:]]+(?:/[^?#\s[:cntrl:]]*)?$~Di', (string) $url) !== 1) {
            throw new InvalidCall('url is missing, or is no http(s) address of a gateway without user and query.');
        }
        $keySecret = Secret::of('key', trim((string) $key));
        if ($keySecret === null) {
            throw new InvalidCall('key is missing: give the API key.');
        }
        if ($timeoutMs < 1 || $retries < 0) {
            throw new InvalidCall('timeoutMs must be at least 1, and retries at least 0.');
        }
        $this->url = rtrim((string) $url, '/');
        $this->transport = new Transport(
            $this->url,
            $keySecret,
            Secret::of('hmacSecret', $hmacSecret),
            $timeoutMs,
            $retries,
            $firstDelayMs,
        );
        $this->directions = new Directions($this->transport);
        $this->operations = new Operations($this->transport, $this->directions, $callbackUrl);
        $this->bills = new Bills($this->transport, $this->operations);
        $this->remit = new Remit($this->transport, $this->operations);
        $this->claims = new Claims($this->transport);
        $this->sms = new Sms($this->transport, Secret::of('smsKey', $smsKey));
        $this->callbacks = new Callbacks(Secret::listOf('webhookSecret', (array) $webhookSecret));
    }

    /**
     * Collects from a wallet.
     *
     * @param array<mixed>|object|null $metadata comes back in the callback, as for the other calls
     * @param array{success?: string, error?: string}|null $redirect where the payer's browser goes afterwards
     * @param bool|null $qr asks for a page with a QR code
     * @param string|null $sender name shown to the payer
     */
    public function collect(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
        ?array $redirect = null,
        ?bool $qr = null,
        ?string $sender = null,
    ): Payment {
        return $this->operations->start('collect', $id, $service, $phone, $amount, $callbackUrl, $metadata, [
            'successRedirectUrl' => $redirect['success'] ?? null,
            'errorRedirectUrl' => $redirect['error'] ?? null,
            'useOpaQrCode' => $qr,
            'sender' => $sender,
        ]);
    }

    /** Pays out to a wallet. */
    public function payOut(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        return $this->operations->start('payOut', $id, $service, $phone, $amount, $callbackUrl, $metadata);
    }

    /** Buys airtime for a phone. */
    public function airtime(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        return $this->operations->start('airtime', $id, $service, $phone, $amount, $callbackUrl, $metadata);
    }

    /**
     * Pays to a bank account.
     *
     * @param array{firstName: string, lastName: string, email?: string|null} $customer
     */
    public function bankTransfer(
        string|int|bool|null $id,
        string $phone,
        int|float|string|bool|null $amount,
        string $rib,
        array $customer,
        ?string $description = null,
        string $service = 'BANK_TRANSFER_SN_API_CASH_IN',
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        return $this->operations->start('bankTransfer', $id, $service, $phone, $amount, $callbackUrl, $metadata, [
            'rib' => $rib,
            ...self::customer($customer),
            'operationDescription' => $description,
        ]);
    }

    /**
     * Collects from a bank card, with 3-D Secure.
     *
     * @param array{number: string, expireMonth: string, expireYear: string, cvc: string, type: string} $card
     * @param array{firstName: string, lastName: string, email?: string|null} $customer
     * @param array{success: string, error: string, bank: string} $redirect
     */
    public function card(
        string|int|bool|null $id,
        string $phone,
        int|float|string|bool|null $amount,
        #[\SensitiveParameter] array $card,
        array $customer,
        array $redirect,
        ?string $merchantName = null,
        ?string $description = null,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        $service = 'BANK_CARD_API_CASH_OUT';

        return $this->operations->start('card', $id, $service, $phone, $amount, $callbackUrl, $metadata, [
            'cardNumber' => $card['number'] ?? null,
            'cardExpireMonth' => $card['expireMonth'] ?? null,
            'cardExpireYear' => $card['expireYear'] ?? null,
            'cardCVC' => $card['cvc'] ?? null,
            'cardType' => $card['type'] ?? null,
            ...self::customer($customer),
            'successRedirectUrl' => $redirect['success'] ?? null,
            'errorRedirectUrl' => $redirect['error'] ?? null,
            'bankAuthRedirectUrl' => $redirect['bank'] ?? null,
            'merchantName' => $merchantName,
            'operationDescription' => $description,
        ]);
    }

    /** Reloads a card, a meter or another prepaid account. */
    public function reload(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        string $account,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        $members = ['accountNumber' => $account];

        return $this->operations->start('reload', $id, $service, $phone, $amount, $callbackUrl, $metadata, $members);
    }

    /** Sends a chat message; the gateway knows its price. */
    public function chat(
        string|int|bool|null $id,
        string $phone,
        string $message,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        $service = 'CHAT_MESSAGING';
        $members = ['message' => $message];

        return $this->operations->start('chat', $id, $service, $phone, null, $callbackUrl, $metadata, $members);
    }

    /**
     * What an order would cost, and whether it would be accepted: throws what the call itself would throw.
     * Nothing is executed, and the id stays free.
     *
     * @param int|float|string|bool|null $amount null where the catalogue has the price
     * @param array<mixed>|object|null $metadata
     * @param array<string, mixed> $members what the service needs besides, as `operation` of the API names it
     */
    public function previewOperation(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount = null,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
        #[\SensitiveParameter] array $members = [],
    ): Preview {
        return $this->operations->preview($id, $service, $phone, $amount, $callbackUrl, $metadata, $members);
    }

    public function status(string|int|bool|null $id): Status
    {
        $id = Operations::id($id);

        $request = Request::post('get-transaction-status', ['externalTransactionId' => $id], $id);

        return Status::from($this->data($request));
    }

    /**
     * Waits until the status is final. After the time it answers the last status, which may be PENDING.
     */
    public function waitFor(string|int|bool|null $id, int|float $seconds = 90): Status
    {
        if (!($seconds >= 0)) {
            throw new InvalidCall('seconds must be a number that is not negative.');
        }
        $begun = self::now();
        $status = null;
        for ($asked = 0;; $asked++) {
            $at = self::ASKED_AFTER_SECONDS[$asked] ?? 61 + self::ASKED_EACH_SECONDS * ($asked - 3);
            self::sleep(min($at, $seconds) - (self::now() - $begun));
            if ($at > $seconds && $status !== null) {
                return $status;
            }
            try {
                $status = $this->status($id);
                if ($status->isFinal) {
                    return $status;
                }
            } catch (Refused $refused) {
                $wait = $refused->retryAfterSeconds ?? self::ASKED_EACH_SECONDS;
                $left = $seconds - (self::now() - $begun);
                if ($refused->getCode() !== 4029 || ($status === null && $wait > $left)) {
                    throw $refused;
                }
                self::sleep(min($wait, $left));
            }
        }
    }

    /** @return array<mixed> */
    public function balance(): array
    {
        return $this->data(Request::get('/api-services/balance'));
    }

    /** @return list<array<mixed>> */
    public function services(): array
    {
        return $this->directions->readServices();
    }

    /**
     * Every final result in the order in which it was recorded, page by page.
     *
     * @param string|null $after cursor of the last event that you processed
     * @param int|null $limit events a page
     *
     * @return \Generator<int, array<mixed>>
     */
    public function events(?string $after = null, ?int $limit = null): \Generator
    {
        do {
            $page = $this->data(Request::get('/events', ['after' => $after, 'limit' => $limit]));
            foreach (Read::list($page['events'] ?? null) as $event) {
                yield $event;
            }
            $after = Read::textOrNull($page['next'] ?? null);
        } while (($page['more'] ?? false) === true && $after !== null);
    }

    /** Refunds a successful transaction in full, or cancels one that was not executed yet. */
    public function refund(string $transactionId): Refund
    {
        $request = Request::post('transaction/refund-cancel', ['transactionId' => $transactionId], null);
        $json = $this->transport->send($request)->json ?? [];

        return new Refund(Read::text($json['statutTreatment'] ?? null), Read::text($json['message'] ?? null));
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['url' => $this->url, 'version' => self::VERSION];
    }

    /** @return array<mixed> */
    private function data(Request $request): array
    {
        return Read::map($this->transport->send($request)->json['data'] ?? null) ?? [];
    }

    /**
     * @param array<mixed> $customer
     *
     * @return array<string, mixed>
     */
    private static function customer(array $customer): array
    {
        return [
            'customerFirstName' => $customer['firstName'] ?? null,
            'customerLastName' => $customer['lastName'] ?? null,
            'customerEmail' => $customer['email'] ?? null,
        ];
    }

    private static function sleep(float $seconds): void
    {
        usleep((int) (1e6 * max(0, $seconds)));
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
