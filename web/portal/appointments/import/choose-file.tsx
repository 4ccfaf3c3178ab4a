import { Trans, useLingui } from '@lingui/react/macro'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { fileFaultTexts } from './fault-texts.ts'
import type { FileFault } from './file/read-file.ts'

/** Where a file is dropped or chosen. */
export function ChooseFile({
  fault,
  error,
  isPending,
  onFile,
}: {
  readonly fault: FileFault | null
  /** That it could not be read at all. */
  readonly error: Error | null
  readonly isPending: boolean
  readonly onFile: (file: File) => void
}) {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isAbove, setAbove] = useState(false)
  const choose = (files: FileList | null) => {
    if (files?.[0]) onFile(files[0])
  }
  return (
    <>
      <div
        role="group"
        aria-label={t`Drop a file here`}
        onDragOver={(event) => {
          event.preventDefault()
          setAbove(true)
        }}
        onDragLeave={() => setAbove(false)}
        onDrop={(event) => {
          event.preventDefault()
          setAbove(false)
          choose(event.dataTransfer.files)
        }}
        className={`flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-14 text-center ${isAbove ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      >
        <FileSpreadsheet aria-hidden size={24} className="mb-1 text-muted" />
        <p className="text-base font-medium">
          <Trans>Drop a CSV or calendar file here</Trans>
        </p>
        <p className="max-w-md text-muted">
          <Trans>
            A CSV file has headings in its first line: name, mobile number or e-mail address, day and time. You see
            every row before anything is made.
          </Trans>
        </p>
        <div className="mt-3">
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.txt,.tsv,.ics,text/csv,text/calendar"
            onChange={({ target }) => {
              choose(target.files)
              // Else choosing the same file again, once it is mended, would be no change.
              target.value = ''
            }}
          />
          <Button look="primary" isPending={isPending} onPress={() => input.current?.click()}>
            <Trans>Choose a file</Trans>
          </Button>
        </div>
      </div>
      {fault && (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2 text-danger">
          {i18n._(fileFaultTexts[fault])}
        </p>
      )}
      {error && (
        <div className="mt-4">
          <ErrorNote error={error} />
        </div>
      )}
    </>
  )
}
