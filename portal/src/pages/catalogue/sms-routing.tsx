// Page of the SMS routing: what is in force, the drafts of the next version, and earlier versions.

import { DocumentPage } from './document-page.tsx';

export default function SmsRouting() {
  return <DocumentPage kind="sms-routing" />;
}
