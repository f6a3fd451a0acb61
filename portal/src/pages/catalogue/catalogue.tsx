// What is in force of the catalogue, who works on the next one, and what was before?

import { DocumentPage } from './document-page.tsx';

export default function Catalogue() {
  return <DocumentPage kind="catalogue" />;
}
