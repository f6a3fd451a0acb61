"""Lists the unpaid bills of a customer, and pays the first one."""

import os
import sys
import uuid

from jokko import Jokko

SERVICE = "BILLERA_SN_BILL_PAY"
ACCOUNT = "21000000001"


def main() -> int:
    with Jokko(url=os.environ["JOKKO_URL"], key=os.environ["JOKKO_KEY"]) as jokko:
        bills = jokko.bills.pending(service=SERVICE, account=ACCOUNT)
        for bill in bills:
            infos = ", ".join(f"{info['label']}: {info['value']}" for info in bill.infos)
            print(f"{bill.reference} {bill.amount} ({infos})")
        if not bills:
            return 0
        payment = jokko.bills.pay(
            id=f"bill-{uuid.uuid4()}",
            service=SERVICE,
            phone="770000001",
            amount=bills[0].amount,
            account=ACCOUNT,
            reference=bills[0].reference,
        )
        status = jokko.wait_for(payment.id)
        print(f"{status.id} {status.status}")
        return 0 if status.succeeded else 1


if __name__ == "__main__":
    sys.exit(main())
