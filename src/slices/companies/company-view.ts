import { Type } from 'typebox'
import { Instant, strictObject } from '#/kernel/schema.ts'

const text = Type.String({ maxLength: 500 })
const Duns = Type.String({ pattern: '^[0-9]{9}$', description: 'D-U-N-S number', examples: ['411000006'] })
const Netherlands = Type.Unsafe<'NL'>({ type: 'string', const: 'NL' })

/** Contract, Company search result. */
export const CompanySearchResult = strictObject(
  {
    duns: Duns,
    primaryName: text,
    tradeNames: Type.Array(text),
    registrationNumber: text,
    address: text,
    postalCode: text,
    city: text,
    countryCode: Netherlands,
  },
  { title: 'CompanySearchResult' },
)

/** Contract, Company detail. */
export const CompanyDetail = strictObject(
  {
    duns: Duns,
    primaryName: text,
    primaryAddress: strictObject({ line1: text, line2: text, postalCode: text, city: text, countryCode: Netherlands }),
    registrationNumbers: Type.Array(
      strictObject({ number: text, type: Type.Unsafe<'KvK'>({ type: 'string', const: 'KvK' }) }),
    ),
    industryCodes: Type.Array(
      strictObject({
        code: text,
        label: text,
        type: text,
        priority: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          minimum: 1,
          description: '1 is the main activity; counted per type.',
        }),
      }),
    ),
    retrievedAt: Instant,
  },
  { title: 'CompanyDetail' },
)

export const companySearchExample = {
  duns: '411000006',
  primaryName: 'Stichting Fictieve Huisartsenpraktijk',
  tradeNames: ['Praktijk De Fictie'],
  registrationNumber: '90006623',
  address: 'Sint Jacobsstraat 300',
  postalCode: '3511BT',
  city: 'Utrecht',
  countryCode: 'NL' as const,
}

export const companyDetailExample = {
  duns: '411000006',
  primaryName: 'Stichting Fictieve Huisartsenpraktijk',
  primaryAddress: {
    line1: 'Sint Jacobsstraat 300',
    line2: '',
    postalCode: '3511BT',
    city: 'Utrecht',
    countryCode: 'NL' as const,
  },
  registrationNumbers: [{ number: '90006623', type: 'KvK' as const }],
  industryCodes: [{ code: '86210', label: 'Huisartsenzorg', type: 'NACE Revision 2', priority: 1 }],
  retrievedAt: '2026-12-03T13:30:00.000Z',
}
