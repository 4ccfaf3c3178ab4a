import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, formatInstant, HolderPathId, Identifier, strictObject } from '#/kernel/schema.ts'
import { CompanyDetail, companyDetailExample } from './company-view.ts'
import { LookupRequestId } from './lookup-progress.ts'
import { runLookup } from './run-lookup.ts'

export const getHolderCompany = operation({
  operationId: 'getHolderCompany',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/companies/{duns}',
  tag: 'Company lookup',
  summary: 'Read one Dutch company from the register',
  description:
    'Queries the company register while you wait; meanwhile poll companies/progress. Saves nothing: review the result and save it through the profile.',
  role: 'platform_holder_user',
  scope: 'company:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'onboarding' },
  params: strictObject({
    platformHolderId: HolderPathId,
    duns: described(Identifier, 'D-U-N-S number: nine digits; anything else is 404.', '411000006'),
  }),
  query: none,
  body: strictObject({ requestId: LookupRequestId }),
  success: [200],
  data: strictObject({ company: described(CompanyDetail, 'The company as registered.') }, { title: 'Company' }),
  errors: ['COMPANY_LOOKUP_REPEATED', 'STATE_CONFLICT', 'PROVIDER_UNAVAILABLE', 'NOT_CONFIGURED'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', duns: companyDetailExample.duns },
    body: { requestId: '3b9e0b0e-59c1-4a53-8b55-0a8f6c3f7a10' },
    data: { company: companyDetailExample },
  },
}).handleInSteps(async (ctx, { params: { duns }, body }) => {
  if (!/^[0-9]{9}$/.test(duns)) throw new AppError('NOT_FOUND')
  const { result: company, retrievedAt } = await runLookup(
    ctx,
    { requestId: body.requestId, phase: 'detail' },
    (provider, call) => provider.detail(duns, call),
  )
  if (!company) throw new AppError('NOT_FOUND')
  return {
    company: {
      ...company,
      registrationNumbers: [...company.registrationNumbers],
      industryCodes: [...company.industryCodes],
      retrievedAt: formatInstant(retrievedAt),
    },
  }
})
