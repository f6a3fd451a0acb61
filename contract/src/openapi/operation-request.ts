// Describes the body of an operation: one form for each family of services. Where the services of
// an installation are known, `codeService` tells the forms apart, so that a typed client cannot
// leave out what its service needs.
import { defined } from '../defined.ts';
import { amountField } from '../check/fields.ts';
import { operationRequestOf } from '../endpoints/index.ts';
import { requestForms, serviceKind, serviceKinds } from '../kinds/index.ts';
import type { RequestForm, ServiceKindName } from '../kinds/index.ts';
import type { SchemaObject } from './document.ts';
import { plainSchema, schemaRef } from './plain-schema.ts';

/** A service of the installation's catalogue. */
export interface OfferedService {
  readonly code: string;
  readonly kind: ServiceKindName;
}

export const operationRequestName = 'OperationRequest';

/**
 * The body of an operation, and its forms by name. Forms without a service are left out; without
 * any service there is nothing to tell forms apart by.
 */
export function operationRequestSchemas(
  services: readonly OfferedService[],
): Record<string, SchemaObject> {
  const forms = requestForms
    .map((form) => ({ form, codes: codesOf(form, services), ref: schemaRef(formName(form)) }))
    .filter(({ codes }) => services.length === 0 || codes.length > 0);
  const refs = forms.map(({ ref }) => ref);
  const mapping = Object.fromEntries(
    forms.flatMap(({ codes, ref }) => codes.map((code) => [code, ref.$ref] as const)),
  );
  const named = forms.map(({ form, codes }) => [formName(form), formSchema(form, codes)] as const);
  return {
    ...Object.fromEntries(named),
    [operationRequestName]:
      services.length === 0
        ? { anyOf: refs }
        : { oneOf: refs, discriminator: { propertyName: 'codeService', mapping } },
  };
}

function formName({ name }: RequestForm): string {
  return `${operationRequestName}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function codesOf(form: RequestForm, services: readonly OfferedService[]): string[] {
  return services.filter(({ kind }) => serviceKind(kind).form.name === form.name).map(codeOf);
}

const codeOf = ({ code }: OfferedService): string => code;

/** Stricter than the check, which cannot ask for what another kind or an alias may give. */
function formSchema(form: RequestForm, codes: readonly string[]): SchemaObject {
  const { properties = {}, required = [], ...schema } = plainSchema(operationRequestOf(form));
  const ofService = form.orFromInquiry === true ? [] : form.required;
  const {
    pattern: _pattern,
    minLength: _min,
    maxLength: _max,
    ...code
  } = properties['codeService']!;
  const hasAmount = !serviceKinds.some(
    (kind) => kind.form.name === form.name && kind.pricedByMessage === true,
  );
  return {
    ...schema,
    required: [...required, ...(hasAmount ? ['amount'] : []), ...ofService],
    properties: {
      ...properties,
      ...defined({
        amount: hasAmount ? plainSchema(amountField) : undefined,
        codeService: codes.length === 0 ? undefined : { ...code, enum: codes },
      }),
    },
  };
}
