import { Trans, useLingui } from '@lingui/react/macro'
import { now } from '#web/api/clock.ts'
import { Page } from '#web/ui/page.tsx'
import { useProfile } from '../../holder.ts'
import { ChooseFile } from './choose-file.tsx'
import { readFile } from './file/read-file.ts'
import { ImportFile } from './import-file.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'

/** Appointments of another system or calendar, from a file that never leaves the browser. */
export function ImportPage() {
  const { t } = useLingui()
  const { defaultTimezone: timeZone, headquartersCountryCode } = useProfile()
  const country = headquartersCountryCode ?? 'NL'
  const file = useMutation({ mutationFn: (chosen: File) => readFile(chosen, { timeZone, country, now: now() }) })
  const source = typeof file.data === 'object' ? file.data : null
  return (
    <Page
      title={t`Import appointments`}
      lead={source === null ? <Trans>The file is read here in your browser and is not sent anywhere.</Trans> : null}
    >
      {source ? (
        <ImportFile key={source.hash} source={source} onAnother={file.reset} />
      ) : (
        <ChooseFile
          fault={typeof file.data === 'string' ? file.data : file.isError ? 'not_a_table' : null}
          isPending={file.isPending}
          onFile={file.mutate}
        />
      )}
    </Page>
  )
}
