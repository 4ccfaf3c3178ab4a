import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { now } from '#web/api/clock.ts'
import { Page } from '#web/ui/page.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useCountry, useProfile } from '../../holder.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportFile } from './import-file.tsx'
import { startWorker, type ImportWorker } from './worker/start-worker.ts'

/** Appointments of another system or calendar, from a file that never leaves the browser. */
export function ImportPage() {
  const { t } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const country = useCountry()
  const worker = useRef<ImportWorker>(null)
  useEffect(() => () => worker.current?.end(), [])
  const file = useMutation({
    mutationFn: async (chosen: File) => {
      worker.current?.end()
      worker.current = startWorker()
      const opened = await worker.current.call('open', chosen, { timeZone, country, now: now() })
      return typeof opened === 'string' ? opened : { opened, worker: worker.current }
    },
  })
  const read = typeof file.data === 'object' ? file.data : null
  return (
    <Page
      title={t`Import appointments`}
      lead={read === null ? <Trans>The file is read here in your browser and is not sent anywhere.</Trans> : null}
    >
      {read ? (
        <ImportFile key={read.opened.hash} file={read.opened} worker={read.worker} onAnother={file.reset} />
      ) : (
        <ChooseFile
          fault={typeof file.data === 'string' ? file.data : null}
          error={file.error}
          isPending={file.isPending}
          onFile={file.mutate}
        />
      )}
    </Page>
  )
}
