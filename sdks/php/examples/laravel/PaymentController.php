<?php

use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Jokko\Callback;
use Jokko\Exception\OutcomeUnknown;
use Jokko\Exception\Refused;
use Jokko\Laravel\Facades\Jokko;

class PaymentController
{
    public function pay(Request $request, string $order): JsonResponse
    {
        try {
            $payment = Jokko::collect(
                id: $order,
                service: 'OPC_SN_API_CASH_OUT',
                phone: $request->input('phone'),
                amount: 1350,
                callbackUrl: url('/api/jokko'),
            );
        } catch (Refused $refused) {
            return response()->json(['message' => $refused->getMessage(), 'fields' => $refused->fields], 422);
        } catch (OutcomeUnknown) {
            return response()->json(['message' => 'The payment is being checked.'], 202);
        }

        return response()->json(['link' => $payment->link]);
    }

    /** The callback is genuine: the middleware has verified it. */
    public function receive(Callback $callback): string
    {
        logger()->info("$callback->id is $callback->status", ['webhookId' => $callback->webhookId]);

        return 'ok';
    }
}
