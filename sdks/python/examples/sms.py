"""Sends one text to two recipients: to both of them, or to none where one is refused."""

import os
import sys
import uuid

from jokko import Jokko, Refused


def main() -> int:
    jokko = Jokko(
        url=os.environ["JOKKO_URL"],
        key=os.environ["JOKKO_KEY"],
        sms_key=os.environ["JOKKO_SMS_KEY"],
    )
    try:
        batch = jokko.sms.send(
            id=f"sms-{uuid.uuid4()}",
            sender="JOKKO",
            text="Votre code est 4821",
            to=["+221770000001", "+221770000002"],
        )
    except Refused as refused:
        for error in refused.fields:
            print(f"{error.field}: {error.message}")
        return 1
    print(f"{batch.batch_id} {batch.message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
