import { randomUUID } from 'node:crypto'
import type { TwinCompany } from './dnb-companies.ts'

/** The answer of cleanseMatch, the best candidate first. */
export function dnbMatches(companies: readonly TwinCompany[], inquiry: object) {
  return {
    transactionDetail: transactionDetail(),
    inquiryDetail: inquiry,
    candidatesMatchedQuantity: companies.length,
    matchDataCriteria: 'Name and Address Lookup',
    matchCandidates: companies.map((company, index) => ({
      displaySequence: index + 1,
      organization: { ...organization(company), ...privateParts(company) },
      matchQualityInformation: {
        confidenceCode: Math.max(10 - index, 4),
        matchGrade: 'AZZZZZZZFZZ',
        matchDataProfile: '0000000000000000000000000098',
        nameMatchScore: 100 - index,
      },
    })),
  }
}

/** The answer of the data blocks resource for one company. */
export function dnbDataBlock(company: TwinCompany) {
  const [nace, label] = company.activity
  return {
    transactionDetail: transactionDetail(),
    inquiryDetail: { duns: company.duns, blockIDs: ['companyinfo_L2_v1'] },
    organization: {
      ...organization(company),
      ...privateParts(company),
      countryISOAlpha2Code: company.country,
      registrationNumbers: [
        {
          ...kvkNumber(company),
          registrationNumberClass: { description: 'Business registration number', dnbCode: 37_801 },
          isPreferredRegistrationNumber: true,
          registrationLocation: { addressRegion: null },
        },
        { registrationNumber: `${company.country}800000000B01`, typeDescription: 'VAT number', typeDnBCode: 521 },
      ],
      industryCodes: [
        industry(nace, label, 'NACE Revision 2', 29_104, 1),
        industry('80110000', 'Offices and clinics', 'D&B Standard Industry Code', 3_599, 1),
        industry('8011', 'Offices and clinics', 'US Standard Industry Code 1987 - 4 digit', 399, 1),
        // As on the wire: unrequested classifications, and entries without a code or a rank.
        industry('621111', 'Offices of Physicians', 'North American Industry Classification System 2022', 37_788, 1),
        industry('', 'Unclassified', 'NACE Revision 2', 29_104, null),
      ],
    },
    blockStatus: [{ blockID: 'companyinfo_L2_v1', status: 'ok', reason: null }],
  }
}

/** The body of a refusal. */
export function dnbProblem(errorCode: string, errorMessage: string) {
  return { transactionDetail: transactionDetail(), error: { errorCode, errorMessage, errorDetails: [] } }
}

function transactionDetail() {
  return {
    transactionID: `rrt-${randomUUID()}`,
    transactionTimestamp: Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }),
    inLanguage: 'en-US',
    serviceVersion: '1',
  }
}

function organization(company: TwinCompany) {
  const name = company.country === 'NL' ? 'Netherlands' : 'Belgium'
  return {
    duns: company.duns,
    dunsControlStatus: { operatingStatus: { description: 'Active', dnbCode: 9_074 }, isMailUndeliverable: false },
    primaryName: company.name,
    tradeStyleNames: company.tradeNames.map((tradeName, index) => ({ name: tradeName, priority: index + 1 })),
    primaryAddress: {
      addressCountry: { isoAlpha2Code: company.country, name },
      addressLocality: { name: company.city },
      addressRegion: { name: null, abbreviatedName: null },
      postalCode: company.postalCode,
      postalCodeExtension: null,
      streetAddress: { line1: company.street, line2: null },
    },
    mailingAddress: {},
    registrationNumbers: [kvkNumber(company)],
    isStandalone: true,
    corporateLinkage: { familytreeRolesPlayed: [] },
  }
}

function kvkNumber({ kvk, country }: TwinCompany) {
  return country === 'NL'
    ? { registrationNumber: kvk, typeDescription: 'Chamber Of Commerce Number (NL)', typeDnBCode: 6_256 }
    : { registrationNumber: kvk, typeDescription: 'Enterprise Number (BE)', typeDnBCode: 800 }
}

/** Personal data that the vendor sends and the adapter must not pass on. */
function privateParts({ duns }: TwinCompany) {
  return {
    telephone: [{ telephoneNumber: `020${duns.slice(-7)}`, isdCode: '31', isUnreachable: false }],
    websiteAddress: [{ url: 'www.bestaat-niet.example', domainName: 'bestaat-niet.example' }],
    mostSeniorPrincipals: [{ fullName: 'Dirk Directeur' }],
  }
}

function industry(
  code: string,
  description: string,
  typeDescription: string,
  typeDnBCode: number,
  priority: number | null,
) {
  return { code, description, typeDescription, typeDnBCode, priority }
}
