"""Says what a payout would cost, and whether the number fits: nothing is executed."""

import os
import uuid

from jokko import Jokko, Refused

with Jokko(url=os.environ["JOKKO_URL"], key=os.environ["JOKKO_KEY"]) as jokko:
    try:
        preview = jokko.preview_operation(
            id=f"payout-{uuid.uuid4()}",
            service="OPA_SN_API_CASH_IN",
            phone="770000001",
            amount=int(os.environ.get("AMOUNT", "200")),
        )
        if preview.recipient["agrees"] is False:
            print(f"The number is of {preview.recipient['operator']}: ask before you pay.")
        print(f"{preview.total} {preview.currency}, of which commission {preview.commission}")
    except Refused as refused:
        print(f"It would be refused: {refused.message}")
