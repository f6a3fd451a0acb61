// Declares the note of a decision, which goes to the audit log.

import type { InLanguage } from '../../language/index.ts';
import type { Note } from '../../ui/action-dialog.tsx';
import type { approvalRequestMessages } from './messages.ts';

export const decisionNote = (messages: InLanguage<typeof approvalRequestMessages>): Note => ({
  name: 'note',
  label: messages.note,
  hint: messages.noteHint,
  optional: messages.optional,
});
