// Menu that exports a list, as a file that the gateway sends row by row, in the format of the
// user's program.

import { useMessages } from '../../language/index.ts';
import { t } from '../../language/message.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

const exportMessages = {
  export: t('Exporter', 'Export'),
  pdf: t('PDF à imprimer', 'Printable PDF'),
  xlsx: t('Classeur Excel (XLSX)', 'Excel workbook (XLSX)'),
  excel: t('CSV pour Excel (;, virgule décimale)', 'CSV for French Excel (;, decimal comma)'),
  plain: t('CSV international (UTC)', 'International CSV (UTC)'),
};

type Form = 'pdf' | 'xlsx' | 'excel' | 'plain';
const tables = ['excel', 'plain'] as const;

/** `address` gives the file's address in one of the forms; without `forms` there is CSV alone. */
export function ExportMenu<Offered extends Form = (typeof tables)[number]>({
  address,
  forms,
}: Props<Offered>) {
  const messages = useMessages(exportMessages);
  const trigger = (
    <>
      <Icon name="download" />
      {messages.export}
    </>
  );
  const offered = forms ?? (tables as readonly Form[] as readonly Offered[]);
  const items = offered.map((form) => ({
    label: messages[form],
    onSelect: () => window.location.assign(address(form)),
  }));
  return <Menu className="button button-plain button-small" trigger={trigger} items={items} />;
}

interface Props<Offered extends Form> {
  address(form: Offered): string;
  forms?: readonly Offered[];
}
