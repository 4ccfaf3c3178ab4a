import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DataOf } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Joined } from '#web/ui/data/joined.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LookupProgress } from './lookup-progress.tsx'
import { useCompanyDetail, useCompanySearch, type CompanySearch } from './use-lookup.ts'

type Found = DataOf<'searchHolderCompanies'>['companies'][number]
type Typed = { readonly name: string; readonly kvk: string; readonly postalCode: string; readonly houseNumber: string }

/** Finds a company in the register by its name, its number or its address. */
export function CompanyLookup({
  onFound,
}: {
  readonly onFound: (company: DataOf<'getHolderCompany'>['company']) => void
}) {
  const { t } = useLingui()
  const [mode, setMode] = useState<CompanySearch['mode']>('name')
  const [typed, setTyped] = useState<Typed>({ name: '', kvk: '', postalCode: '', houseNumber: '' })
  const search = useCompanySearch()
  const detail = useCompanyDetail(({ company }) => onFound(company))
  const isBusy = [search.state, detail.state].some((state) => state === 'running' || state === 'stalled')
  const wanted = searchOf(mode, typed)
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    autoComplete: 'off',
  })
  const look = () => {
    if (wanted === null || isBusy) return
    detail.reset()
    search.start(wanted)
  }
  const open = (duns: string) => {
    if (!isBusy) detail.start(duns)
  }
  return (
    <div className="flex flex-col gap-4">
      <Form
        error={null}
        fields={[]}
        onSubmit={look}
        actions={
          <Button type="submit" isPending={isBusy} isDisabled={wanted === null}>
            <Trans>Look up</Trans>
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <Select
            label={t`Search by`}
            choices={[
              { id: 'name', name: t`Name` },
              { id: 'kvk', name: t`KvK number` },
              { id: 'address', name: t`Address` },
            ]}
            value={mode}
            onChange={setMode}
          />
          {mode === 'name' && <TextField label={t`Name of the company`} maxLength={160} {...field('name')} />}
          {mode === 'kvk' && <TextField label={t`Eight digits`} inputMode="numeric" {...field('kvk')} />}
          {mode === 'address' && (
            <div className="grid grid-cols-2 gap-4">
              <TextField label={t`Postal code`} maxLength={10} {...field('postalCode')} />
              <TextField label={t`House number`} maxLength={12} {...field('houseNumber')} />
            </div>
          )}
        </div>
      </Form>
      <LookupProgress state={search.state} error={search.error} onRetry={look} />
      {search.state === 'completed' && search.found && (
        <Companies companies={search.found.companies} isBusy={isBusy} onChoice={open} />
      )}
      <LookupProgress
        state={detail.state}
        error={detail.error}
        onRetry={() => detail.wanted !== undefined && open(detail.wanted)}
      />
    </div>
  )
}

/** What to search for; null while it is incomplete. */
function searchOf(mode: CompanySearch['mode'], typed: Typed): CompanySearch | null {
  const [name, kvk, postalCode, houseNumber] = [typed.name, typed.kvk, typed.postalCode, typed.houseNumber].map(
    (text) => text.trim(),
  )
  if (mode === 'name') return name && name.length > 1 ? { mode, name } : null
  const digits = kvk?.replaceAll(/\D/g, '')
  if (mode === 'kvk') return digits?.length === 8 ? { mode, kvk: digits } : null
  return postalCode && houseNumber ? { mode, postalCode, houseNumber } : null
}

function Companies({
  companies,
  isBusy,
  onChoice,
}: {
  readonly companies: readonly Found[]
  readonly isBusy: boolean
  readonly onChoice: (duns: string) => void
}) {
  const { t } = useLingui()
  if (companies.length === 0)
    return (
      <p role="status" className="text-muted">
        <Trans>Nothing was found. Search another way, or fill it in yourself below.</Trans>
      </p>
    )
  return (
    <div>
      <p role="status" className="mb-2 text-muted">
        <Plural value={companies.length} one="# company found" other="# companies found" />
      </p>
      <ul aria-label={t`Companies`} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {companies.map(({ duns, primaryName, registrationNumber, address, postalCode, city }) => (
          <li key={duns} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <span className="min-w-0">
              <span className="block font-medium">{primaryName}</span>
              <span className="block text-xs text-muted">
                <Joined facts={[registrationNumber, address, `${postalCode} ${city}`.trim()]} />
              </span>
            </span>
            <Button aria-label={t`Choose ${primaryName}`} isDisabled={isBusy} onPress={() => onChoice(duns)}>
              <Trans context="take this one">Choose</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
