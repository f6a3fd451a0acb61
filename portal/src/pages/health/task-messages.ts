// Names the background tasks, as messages outside the portal do. Nodes of another version may have
// others.

import { taskNames, type TaskName } from '../../../../contract/src/portal/task-names.ts';
import { t, type Message } from '../../language/message.ts';

const names = Object.fromEntries(
  Object.entries(taskNames).map(([task, [fr, en]]) => [task, t(fr, en)]),
) as Record<TaskName, Message>;

export const taskMessages = {
  names: names,
};
