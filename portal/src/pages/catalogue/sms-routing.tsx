// What is in force of the routing of SMS, who works on the next one, and what was before?

import { DocumentPage } from './document-page.tsx';

export default function SmsRouting() {
  return <DocumentPage kind="sms-routing" />;
}
