import { Type } from 'typebox'
import { described, Instant, strictObject } from '#/kernel/schema.ts'

const text = Type.String({ maxLength: 500 })
const Duns = Type.String({
  pattern: '^[0-9]{9}$',
  description: 'D-U-N-S number, for reading the detail.',
  examples: ['411000006'],
})
const Netherlands = Type.Unsafe<'NL'>({ type: 'string', const: 'NL', description: 'Always the Netherlands.' })

/** Contract, Company search result. */
export const CompanySearchResult = strictObject(
  {
    duns: Duns,
    primaryName: described(text, 'Name in the register.', 'Stichting Fictieve Huisartsenpraktijk'),
    tradeNames: Type.Array(text, { description: 'Names it does business under.', examples: [['Praktijk De Fictie']] }),
    registrationNumber: described(text, 'KvK number.', '90006623'),
    address: described(text, 'Street and number.', 'Sint Jacobsstraat 300'),
    postalCode: described(text, 'Postal code.', '3511BT'),
    city: described(text, 'Town.', 'Utrecht'),
    countryCode: Netherlands,
  },
  { title: 'CompanySearchResult' },
)

/** Contract, Company detail. */
export const CompanyDetail = strictObject(
  {
    duns: Duns,
    primaryName: described(text, 'Name in the register.', 'Stichting Fictieve Huisartsenpraktijk'),
    primaryAddress: strictObject(
      {
        line1: described(text, 'Street and number.', 'Sint Jacobsstraat 300'),
        line2: described(text, 'Rest of the address, or empty.', 'Gebouw B'),
        postalCode: described(text, 'Postal code.', '3511BT'),
        city: described(text, 'Town.', 'Utrecht'),
        countryCode: Netherlands,
      },
      { title: 'CompanyAddress', description: 'Where it is.' },
    ),
    registrationNumbers: Type.Array(
      strictObject({
        number: described(text, 'The number.', '90006623'),
        type: Type.Unsafe<'KvK'>({ type: 'string', const: 'KvK', description: 'Always the Dutch register.' }),
      }),
      { description: 'Its numbers in the register.' },
    ),
    industryCodes: Type.Array(
      strictObject({
        code: described(text, 'The code.', '86210'),
        label: described(text, 'What the code means.', 'Huisartsenzorg'),
        type: described(text, 'The list the code is from.', 'NACE Revision 2'),
        priority: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          minimum: 1,
          description: '1 is the main activity; counted per type.',
        }),
      }),
      { description: 'Its industry codes; they suggest a branch.' },
    ),
    retrievedAt: described(Instant, 'When the register was queried.'),
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
