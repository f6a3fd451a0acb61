"""Pays XOF 200 from the balance to the owner of a wallet."""

import os
import sys
import uuid

from jokko import Jokko, OutcomeUnknown, Refused


def main() -> int:
    # Store the id with the payout before the call. Never pay again under another id.
    payout_id = f"payout-{uuid.uuid4()}"
    with Jokko(url=os.environ["JOKKO_URL"], key=os.environ["JOKKO_KEY"]) as jokko:
        try:
            jokko.pay_out(
                id=payout_id, service="OPA_SN_API_CASH_IN", phone="770000001", amount=200
            )
        except Refused as refused:
            print(f"Refused: {refused.message} {refused.advice}")
            return 1
        except OutcomeUnknown as unknown:
            print(unknown)
            return 2
        status = jokko.wait_for(payout_id)
        print(f"{status.id} {status.status}; balance {jokko.balance()['balance']}")
        return 0 if status.succeeded else 1


if __name__ == "__main__":
    sys.exit(main())
