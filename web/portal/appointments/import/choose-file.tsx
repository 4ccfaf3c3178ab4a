import { Trans, useLingui } from '@lingui/react/macro'
import { FileSpreadsheet } from 'lucide-react'
import { DropZone, FileTrigger, Text } from 'react-aria-components'
import { Button } from '#web/ui/button.tsx'
import { fileFaultTexts } from './fault-texts.ts'
import type { FileFault } from './file/read-file.ts'

/** Where a file is dropped or chosen. */
export function ChooseFile({
  fault,
  isPending,
  onFile,
}: {
  readonly fault: FileFault | null
  readonly isPending: boolean
  readonly onFile: (file: File) => void
}) {
  const { t, i18n } = useLingui()
  return (
    <>
      <DropZone
        aria-label={t`Drop a file here`}
        onDrop={(event) => {
          const dropped = event.items.find((item) => item.kind === 'file')
          if (dropped) void dropped.getFile().then(onFile)
        }}
        className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center data-drop-target:border-accent data-drop-target:bg-accent-soft"
      >
        <FileSpreadsheet aria-hidden size={24} className="mb-1 text-muted" />
        <Text slot="label" className="text-base font-medium">
          <Trans>Drop a CSV or calendar file here</Trans>
        </Text>
        <p className="max-w-md text-muted">
          <Trans>
            A CSV file has headings in its first line: name, mobile number or e-mail address, day and time. You see
            every row before anything is made.
          </Trans>
        </p>
        <div className="mt-3">
          <FileTrigger
            acceptedFileTypes={['.csv', '.txt', '.tsv', '.ics', 'text/csv', 'text/calendar']}
            onSelect={(files) => files?.[0] && onFile(files[0])}
          >
            <Button look="primary" isPending={isPending}>
              <Trans>Choose a file</Trans>
            </Button>
          </FileTrigger>
        </div>
      </DropZone>
      {fault && (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2 text-danger">
          {i18n._(fileFaultTexts[fault])}
        </p>
      )}
    </>
  )
}
