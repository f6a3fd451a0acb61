// Is there a claim on a transaction, or can one be opened? A button that leads there.

import { useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { claimTexts, type ClaimStatus } from './texts.ts';

export function ClaimLink({ id, claims }: { id: string; claims: readonly { reference: string; status: ClaimStatus }[] }) {
  const words = useTexts(claimTexts);
  const may = useMay('POST claims');
  const open = claims.find(({ status }) => status !== 'CLOSED');
  if (open === undefined && !may) return null;
  return (
    <ButtonLink icon="flag" to={open === undefined ? `/claims/new?transaction=${encodeURIComponent(id)}` : `/claims/${open.reference}`}>
      {open === undefined ? words.open : words.see}
    </ButtonLink>
  );
}
