import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, formatInstant, HolderPathId, Instant, strictObject } from '#/kernel/schema.ts'
import type { CompanySearch } from '#/ports/companies.ts'
import { companySearchExample, CompanySearchResult } from './company-view.ts'
import { LookupRequestId } from './lookup-progress.ts'
import { runLookup } from './run-lookup.ts'

const mode = <M extends string>(value: M) =>
  Type.Unsafe<M>({ type: 'string', const: value, description: 'What to search by.' })

/** By name, KvK number or address, as `mode` says. */
const Search = Type.Unsafe<CompanySearch>({
  title: 'CompanySearch',
  description: 'By name, KvK number or address, as `mode` says.',
  type: 'object',
  discriminator: { propertyName: 'mode' },
  oneOf: [
    strictObject({
      mode: mode('name'),
      name: Type.String({ minLength: 2, maxLength: 160, description: 'Name or a part of it.', examples: ['De Linde'] }),
    }),
    strictObject({
      mode: mode('kvk'),
      kvk: Type.String({ pattern: '^[0-9]{8}$', description: 'KvK number.', examples: ['90006623'] }),
    }),
    strictObject({
      mode: mode('address'),
      postalCode: Type.String({ minLength: 1, maxLength: 10, description: 'Postal code.', examples: ['3511BT'] }),
      houseNumber: Type.String({
        minLength: 1,
        maxLength: 12,
        description: 'House number, with any addition.',
        examples: ['300'],
      }),
    }),
  ],
})

export const searchHolderCompanies = operation({
  operationId: 'searchHolderCompanies',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/companies/search',
  tag: 'Company lookup',
  summary: 'Look up a Dutch company',
  description:
    'Queries the company register while you wait; meanwhile poll companies/progress. Returns at most ten companies, without phone numbers. Neither the search nor its results are stored.',
  role: 'platform_holder_user',
  scope: 'company:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'onboarding' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    requestId: LookupRequestId,
    search: described(Search, 'By name, KvK number or address.'),
  }),
  success: [200],
  data: strictObject(
    {
      companies: Type.Array(CompanySearchResult, { maxItems: 10, description: 'At most ten results.' }),
      retrievedAt: described(Instant, 'When the register was queried.'),
    },
    { title: 'FoundCompanies' },
  ),
  errors: ['COMPANY_LOOKUP_REPEATED', 'STATE_CONFLICT', 'PROVIDER_UNAVAILABLE', 'NOT_CONFIGURED'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    body: {
      requestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11',
      search: { mode: 'kvk', kvk: companySearchExample.registrationNumber },
    },
    data: { companies: [companySearchExample], retrievedAt: '2026-12-03T13:30:00.000Z' },
  },
}).handleInSteps(async (ctx, { body }) => {
  const search = trimmed(body.search)
  const { result, retrievedAt } = await runLookup(
    ctx,
    { requestId: body.requestId, phase: 'search' },
    (provider, call) => provider.search(search, call),
  )
  const companies = result.map((company) => ({ ...company, tradeNames: [...company.tradeNames] }))
  return { companies, retrievedAt: formatInstant(retrievedAt) }
})

/** Blanks around a word find nothing and cost a call. */
function trimmed(search: CompanySearch): CompanySearch {
  if (search.mode === 'kvk') return search
  if (search.mode === 'name') return { ...search, name: atLeast(2, search.name, 'name') }
  const { postalCode, houseNumber } = search
  return {
    ...search,
    postalCode: atLeast(1, postalCode, 'postalCode'),
    houseNumber: atLeast(1, houseNumber, 'houseNumber'),
  }
}

function atLeast(least: number, value: string, field: string): string {
  const rest = value.trim()
  if ([...rest].length >= least) return rest
  throw invalid({
    path: `search.${field}`,
    code: 'too_short',
    message: `Blanks apart, it has at least ${least} characters.`,
  })
}
