<?php

// Of routes/api.php: the routes of routes/web.php ask for a CSRF token, which the gateway does not have.

use Illuminate\Support\Facades\Route;

Route::post('/orders/{order}/payment', [PaymentController::class, 'pay']);
Route::post('/jokko', [PaymentController::class, 'receive'])->middleware('jokko.callback');
