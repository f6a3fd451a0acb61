// How is a list taken along? As a file that the gateway sends row by row, in the form that one's program reads.

import { defineTexts, useTexts } from '../../language/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

const exportTexts = defineTexts(
  {
    export: 'Exporter',
    pdf: 'PDF à imprimer',
    xlsx: 'Classeur Excel (XLSX)',
    excel: 'CSV pour Excel (;, virgule décimale)',
    plain: 'CSV international (UTC)',
  },
  {
    export: 'Export',
    pdf: 'PDF to print',
    xlsx: 'Excel workbook (XLSX)',
    excel: 'CSV for French Excel (;, decimal comma)',
    plain: 'International CSV (UTC)',
  },
);

type Form = 'pdf' | 'xlsx' | 'excel' | 'plain';
const tables = ['excel', 'plain'] as const;

/** `address` gives the file's address in one of the forms; without `forms` there is CSV alone. */
export function ExportMenu<Offered extends Form = (typeof tables)[number]>({ address, forms }: Props<Offered>) {
  const words = useTexts(exportTexts);
  const trigger = (
    <>
      <Icon name="download" />
      {words.export}
    </>
  );
  const offered = forms ?? (tables as readonly Form[] as readonly Offered[]);
  const items = offered.map((form) => ({ label: words[form], onSelect: () => window.location.assign(address(form)) }));
  return <Menu className="button button-plain button-small" trigger={trigger} items={items} />;
}

interface Props<Offered extends Form> {
  address(form: Offered): string;
  forms?: readonly Offered[];
}
