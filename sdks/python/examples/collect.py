"""Collects XOF 500 from a customer's wallet, and waits for the result."""

import os
import sys
import uuid

from jokko import Jokko, OutcomeUnknown, Refused


def main() -> int:
    # Store the id with the order before the call: a lost answer is asked for again under it.
    order_id = f"order-{uuid.uuid4()}"
    with Jokko(url=os.environ["JOKKO_URL"], key=os.environ["JOKKO_KEY"]) as jokko:
        try:
            payment = jokko.collect(
                id=order_id,
                service="OPA_SN_API_CASH_OUT",
                phone="770000001",
                amount=500,
                metadata={"cart": 42},
            )
        except Refused as refused:
            print(f"Refused: {refused.message} {refused.advice}")
            return 1
        except OutcomeUnknown as unknown:
            # The payment may have been made. Keep the order, and ask for its status later.
            print(unknown)
            return 2
        if payment.link:
            print(f"The customer confirms here: {payment.link}")
        status = jokko.wait_for(order_id, seconds=90)
        print(f"{status.id} {status.status}")
        return 0 if status.succeeded else 1


if __name__ == "__main__":
    sys.exit(main())
