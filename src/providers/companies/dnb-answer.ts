import { Type, type Static, type TSchema } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import type { CompanyDetail, FoundCompany } from '#/ports/companies.ts'

// The fields we read, nearly all optional: what the vendor leaves out or sets to null is empty here. Telephone numbers,
// web addresses and names of people are on the wire too, but are not read.
const maybe = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))
const text = maybe(Type.String())
const number = maybe(Type.Number())

const address = Type.Object({
  addressCountry: maybe(Type.Object({ isoAlpha2Code: text })),
  addressLocality: maybe(Type.Object({ name: text })),
  postalCode: text,
  streetAddress: maybe(Type.Object({ line1: text, line2: text })),
})
const registration = Type.Object({
  registrationNumber: text,
  typeDnBCode: number,
  isPreferredRegistrationNumber: maybe(Type.Boolean()),
})
const organization = Type.Object({
  duns: Type.String({ pattern: '^[0-9]{9}$' }),
  primaryName: Type.String({ minLength: 1 }),
  tradeStyleNames: maybe(Type.Array(Type.Object({ name: text, priority: number }))),
  primaryAddress: maybe(address),
  registrationNumbers: maybe(Type.Array(registration)),
  industryCodes: maybe(
    Type.Array(
      Type.Object({ code: text, description: text, typeDescription: text, typeDnBCode: number, priority: number }),
    ),
  ),
})
type Organization = Static<typeof organization>

const matchAnswer = Type.Object({ matchCandidates: Type.Array(Type.Object({ organization: Type.Unknown() })) })
const detailAnswer = Type.Object({
  organization,
  blockStatus: maybe(Type.Array(Type.Object({ blockID: text, status: text }))),
})

/** The Dutch companies of a cleanseMatch answer, best match first; null when it is not such an answer. */
export function foundCompaniesOf(body: unknown): readonly FoundCompany[] | null {
  if (!fits(matchAnswer, body)) return null
  return body.matchCandidates.flatMap(({ organization: found }) =>
    // A candidate that is not Dutch, or cannot be looked up by its number, is left out.
    fits(organization, found) && isDutch(found) ? [toFoundCompany(found)] : [],
  )
}

/** The company of a data block answer; `result` null when it is not Dutch; null when the answer is not about it. */
export function companyDetailOf(body: unknown, duns: string): { readonly result: CompanyDetail | null } | null {
  if (!fits(detailAnswer, body) || body.organization.duns !== duns) return null
  if (body.blockStatus?.some(({ status }) => status && status !== 'ok')) return null
  return { result: isDutch(body.organization) ? toCompanyDetail(body.organization) : null }
}

function isDutch({ primaryAddress }: Organization): boolean {
  return primaryAddress?.addressCountry?.isoAlpha2Code === 'NL'
}

function toFoundCompany(found: Organization): FoundCompany {
  const { primaryAddress } = found
  const { line1, line2 } = primaryAddress?.streetAddress ?? {}
  return {
    duns: found.duns,
    primaryName: short(found.primaryName),
    tradeNames: byPriority(found.tradeStyleNames ?? [])
      .map(({ name }) => short(name))
      .filter((name) => name !== ''),
    registrationNumber: searchNumberOf(found),
    address: short([line1, line2].filter(Boolean).join(', ')),
    postalCode: short(primaryAddress?.postalCode),
    city: short(primaryAddress?.addressLocality?.name),
    countryCode: 'NL',
  }
}

function toCompanyDetail(found: Organization): CompanyDetail {
  const { primaryAddress } = found
  return {
    duns: found.duns,
    primaryName: short(found.primaryName),
    primaryAddress: {
      line1: short(primaryAddress?.streetAddress?.line1),
      line2: short(primaryAddress?.streetAddress?.line2),
      postalCode: short(primaryAddress?.postalCode),
      city: short(primaryAddress?.addressLocality?.name),
      countryCode: 'NL',
    },
    registrationNumbers: kvkNumbersOf(found).map((kvk) => ({ number: kvk, type: 'KvK' })),
    industryCodes: (found.industryCodes ?? []).flatMap((item) => {
      const code = short(item.code)
      if (code === '' || !industryTypes.has(item.typeDnBCode ?? 0)) return []
      const type = short(item.typeDescription)
      return [{ code, label: short(item.description), type, priority: priorityOrNull(item.priority) }]
    }),
  }
}

/** NACE Revision 2; D&B Standard Industry Code; US Standard Industry Code 1987. Other classifications are not shown. */
const industryTypes = new Set([29_104, 3_599, 399])
/** What D&B calls a number of the Dutch trade register. */
const kvkType = 6_256

function kvkNumbersOf({ registrationNumbers }: Organization): string[] {
  return (registrationNumbers ?? [])
    .filter(({ typeDnBCode }) => typeDnBCode === kvkType)
    .map((item) => short(item.registrationNumber))
    .filter((item) => item !== '')
}

function searchNumberOf(found: Organization): string {
  const preferred = found.registrationNumbers?.find((item) => item.isPreferredRegistrationNumber)
  return kvkNumbersOf(found)[0] ?? short(preferred?.registrationNumber)
}

function byPriority<T extends { readonly priority?: number | null }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (a.priority ?? Infinity) - (b.priority ?? Infinity) || 0)
}

function priorityOrNull(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isInteger(value) && value >= 1 ? value : null
}

/** The contract's bound on every text of a company, in code points. */
function short(value: string | null | undefined): string {
  return [...(value ?? '').trim()].slice(0, 500).join('')
}
