// How is a list taken along? As a file that the gateway sends row by row, in the form that one's program reads.

import { defineTexts, useTexts } from '../../language/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';

const exportTexts = defineTexts(
  { export: 'Exporter', excel: 'CSV pour Excel (;, virgule décimale)', plain: 'CSV international (UTC)' },
  { export: 'Export', excel: 'CSV for French Excel (;, decimal comma)', plain: 'International CSV (UTC)' },
);

/** `address` gives the file's address in one of the forms. */
export function ExportMenu({ address }: { address(form: 'excel' | 'plain'): string }) {
  const words = useTexts(exportTexts);
  const fetchFile = (form: 'excel' | 'plain') => (): void => window.location.assign(address(form));
  const trigger = (
    <>
      <Icon name="download" />
      {words.export}
    </>
  );
  const items = [
    { label: words.excel, onSelect: fetchFile('excel') },
    { label: words.plain, onSelect: fetchFile('plain') },
  ];
  return <Menu className="button button-plain button-small" trigger={trigger} items={items} />;
}
