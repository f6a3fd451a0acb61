// Button that leads to a transaction's claim, or opens one.

import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { claimMessages, type ClaimStatus } from './messages.ts';

export function ClaimLink({
  id,
  claims,
}: {
  id: string;
  claims: readonly { reference: string; status: ClaimStatus }[];
}) {
  const messages = useMessages(claimMessages);
  const may = useMay('POST claims');
  const open = claims.find(({ status }) => status !== 'CLOSED');
  if (open === undefined && !may) return null;
  return (
    <ButtonLink
      icon="flag"
      to={
        open === undefined
          ? `/claims/new?transaction=${encodeURIComponent(id)}`
          : `/claims/${open.reference}`
      }
    >
      {open === undefined ? messages.open : messages.see}
    </ButtonLink>
  );
}
