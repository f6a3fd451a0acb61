// The module provider that `medusa-config` names:
// `{ resolve: 'jokko-medusa', id: 'jokko', options }`.

import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { JokkoPaymentProvider } from './provider.ts';

export default ModuleProvider(Modules.PAYMENT, { services: [JokkoPaymentProvider] });
