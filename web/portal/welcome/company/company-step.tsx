import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DataOf } from '#web/api/client.ts'
import { Section } from '#web/ui/page.tsx'
import type { ProfileValues } from '../../account/profile/profile-fields.ts'
import { useProfileForm } from '../../account/profile/use-profile-form.ts'
import { ProfileStepForm } from '../profile-step.tsx'
import { useNextStep } from '../use-next-step.ts'
import { CompanyLookup } from './company-lookup.tsx'

type Company = DataOf<'getHolderCompany'>['company']

/** Who the organization is: looked up in the register or typed, and saved only when somebody has looked at it. */
export function CompanyStep() {
  const { t } = useLingui()
  const [found, setFound] = useState<string | null>(null)
  const goOn = useNextStep('company')
  const form = useProfileForm((isMore) => (isMore ? undefined : goOn()))
  const take = (company: Company) => {
    form.draft.set(valuesOf(company))
    setFound(company.primaryName)
  }
  return (
    <>
      <Section title={t`Look it up`}>
        <CompanyLookup onFound={take} />
      </Section>
      <Section title={t`Check and save`}>
        {found !== null && (
          <p role="status" className="mb-4 rounded-md bg-accent-soft px-3 py-2 text-accent">
            <Trans>Filled in from the register: {found}. Nothing is saved until you save it.</Trans>
          </p>
        )}
        <ProfileStepForm
          form={form}
          fields={[
            'displayName',
            'legalName',
            'branch',
            'registrationNumber',
            'headquartersAddressLine1',
            'headquartersPostalCode',
            'headquartersPlace',
            'headquartersCountryCode',
            'registrationCountryCode',
          ]}
        />
      </Section>
    </>
  )
}

function valuesOf({
  primaryName,
  primaryAddress,
  registrationNumbers,
  industryCodes,
}: Company): Partial<ProfileValues> {
  const { line1, line2, postalCode, city, countryCode } = primaryAddress
  const main = industryCodes.toSorted((one, other) => (one.priority ?? 99) - (other.priority ?? 99))[0]
  const branch = main && branchOf(main.code)
  return {
    legalName: primaryName,
    registrationNumber: registrationNumbers[0]?.number ?? '',
    registrationCountryCode: 'NL',
    headquartersAddressLine1: [line1, line2].filter((line) => line !== '').join(', '),
    headquartersPostalCode: postalCode,
    headquartersPlace: city,
    headquartersCountryCode: countryCode,
    ...(branch ? { branch } : {}),
  }
}

/** The line of business that an industry code (NACE, SBI) suggests; null where it suggests none. */
function branchOf(code: string): ProfileValues['branch'] | null {
  if (code.startsWith('861')) return 'Ziekenhuizen'
  if (/^8[678]/.test(code)) return 'Zorg'
  if (/^5[56]/.test(code)) return 'Horeca'
  return /^(69|7|8[0-2])/.test(code) ? 'Zakelijke dienstverlening' : null
}
