// Selects the operations of the document that belong to one of the two interfaces.
import type { InterfaceName } from '../endpoint.ts';
import type { OpenapiDocument, OperationObject } from '../openapi/document.ts';

export interface ListedOperation {
  method: 'GET' | 'POST';
  path: string;
  operation: OperationObject;
}

export function listOperations(document: OpenapiDocument, name: InterfaceName): ListedOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) => {
    const listed: ListedOperation[] = [];
    if (item.get !== undefined) listed.push({ method: 'GET', path, operation: item.get });
    if (item.post !== undefined) listed.push({ method: 'POST', path, operation: item.post });
    return listed;
  });
  return all.filter(({ operation }) => operation.tags.includes(name));
}
