// Receives callbacks in Express: `app.post('/jokko', jokkoExpress(jokko, async (callback) => …))`,
// mounted before `express.json()`.

export { jokkoNode as jokkoExpress } from './node.ts';
export type { CallbackHandler, CallbackRequest, CallbackResponse } from './node.ts';
