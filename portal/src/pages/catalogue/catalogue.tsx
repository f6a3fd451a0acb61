// Page of the catalogue: what is in force, the drafts of the next version, and earlier versions.

import { DocumentPage } from './document-page.tsx';

export default function Catalogue() {
  return <DocumentPage kind="catalogue" />;
}
