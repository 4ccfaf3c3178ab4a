export type TwinCompany = {
  readonly duns: string
  readonly kvk: string
  readonly name: string
  readonly tradeNames: readonly string[]
  readonly street: string
  readonly postalCode: string
  readonly city: string
  readonly country: 'NL' | 'BE'
  readonly activity: readonly [nace: string, label: string]
}

type Row = readonly [kvk: string, name: string, street: string, postalCode: string, city: string, ...rest: string[]]

const practice = ['86210', 'Huisartsenzorg'] as const
const consultancy = ['70220', 'Advisering op het gebied van management en bedrijfsvoering'] as const

/**
 * The fictive companies the Dutch trade register publishes for tests (https://developers.kvk.nl), with invented DUNS
 * numbers, addresses and activities where the register shows none. Several share one address, as in an office building.
 */
const rows: readonly Row[] = [
  ['69599084', 'Test EMZ Dagobert', 'Abebe Bikilalaan 17', '1034WL', 'Amsterdam', 'Dagobert Duckstad'],
  [
    '68750110',
    'Test BV Donald',
    'Hizzaarderlaan 3 A',
    '8823SJ',
    'Lollum',
    'Donald Diensten',
    'Test BV Donald Nevenvestiging',
  ],
  ['69599068', 'Test Stichting Bolderbast', 'Oosterwal 1', '7241AR', 'Lochem'],
  ['69599076', 'Test VOF Guus', 'Stationsplein 10', '1315KT', 'Almere'],
  ['68727720', 'Test NV Katrien', 'Stationsplein 10', '1315KT', 'Almere'],
  [
    '90006623',
    'Stichting Fictieve Huisartsenpraktijk',
    'Sint Jacobsstraat 300',
    '3511BT',
    'Utrecht',
    'Praktijk De Fictie',
  ],
  ['90004760', 'Fictieve Kliniek NV', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90001354', 'Fictieve Tandartsen BV', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90000102', 'Stichting Fictieve Zorg', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90005414', 'VOF Fictieve Kapper', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['55344526', 'Fictieve Coöperatie U.A.', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90002520', 'Fictief Kerkgenootschap', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90002490', 'Fictieve Onderlinge Waarborgmaatschappij', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90001745', 'Fictieve Maatschap Fysiotherapie', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['90003942', 'Fictieve CV', 'Sint Jacobsstraat 300', '3511BT', 'Utrecht'],
  ['55505201', 'Fictief Restaurant', 'Sint Jacobsstraat 300 B', '3511BT', 'Utrecht', 'De Verzonnen Lepel'],
  ['90000749', 'Fictieve Vereniging van Eigenaars', 'Sint Jacobsstraat 302', '3511BT', 'Utrecht'],
]

export const twinCompanies: readonly TwinCompany[] = [
  ...rows.map(([kvk, name, street, postalCode, city, ...tradeNames], index) => ({
    duns: String(411_000_001 + index),
    kvk,
    name,
    tradeNames,
    street,
    postalCode,
    city,
    country: 'NL' as const,
    activity: name.includes('praktijk') || name.includes('Zorg') ? practice : consultancy,
  })),
  {
    duns: '371000001',
    kvk: '0123456789',
    name: 'Fictieve Praktijk Antwerpen BV',
    tradeNames: [],
    street: 'Meir 1',
    postalCode: '2000',
    city: 'Antwerpen',
    country: 'BE',
    activity: practice,
  },
]
