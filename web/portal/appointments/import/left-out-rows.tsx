import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#web/api/api-error.ts'
import { toCsv } from '#web/ui/csv.ts'
import { errorText } from '#web/ui/error-text.ts'
import { faultText } from '#web/ui/form/fault-text.ts'
import { useCountry } from '../../holder.ts'
import { faultTexts } from './fault-texts.ts'
import type { Fault } from './file/facts.ts'
import type { Opened, Preview } from './worker/opened-file.ts'
import { leftOutMax, RowsLeftOut, type LeftOut } from './prepared-rows.tsx'
import type { Failed } from './send-rows.ts'
import type { ImportWorker } from './worker/start-worker.ts'

/** The rows that become no appointments: those that were refused, and those that nobody tried. */
export function LeftOutRows({
  file,
  worker,
  preview,
  failed,
}: {
  readonly file: Opened
  readonly worker: ImportWorker
  readonly preview: Pick<Preview, 'rejected' | 'rejectedCount'>
  readonly failed: readonly Failed[]
}) {
  const { t, i18n } = useLingui()
  const country = useCountry()
  const reasonOf = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'REQUEST_ID_REUSED')
      return t`Imported before from this file, with other values`
    const [fault] = error instanceof ApiError ? error.details : []
    const title = i18n._(errorText(error).title)
    return fault ? `${title} ${fault.path}: ${i18n._(faultText[fault.code])}` : title
  }
  // Safe: made of the record itself.
  const reasons = () =>
    Object.fromEntries(Object.entries(faultTexts).map(([fault, text]) => [fault, i18n._(text)])) as Record<
      Fault,
      string
    >
  const headings = [t`Line`, t`Reason`, ...(file.kind === 'csv' ? file.header : [t`Event`])]
  const failedRow = ({ row, error }: Failed): LeftOut => ({ ...row, reason: reasonOf(error) })
  const name = file.name.replace(/\.\w+$/, '')
  return (
    <>
      <RowsLeftOut
        title={t`Failed: ${failed.length}`}
        rows={failed.slice(0, leftOutMax).map(failedRow)}
        count={failed.length}
        fileName={`${name}-failed.csv`}
        toCsv={async () => {
          const lines = failed.map(failedRow).map(({ line, reason, cells }) => [String(line), reason, ...cells])
          return toCsv([headings, ...lines], country)
        }}
      />
      <RowsLeftOut
        title={t`Left out: ${preview.rejectedCount}`}
        rows={preview.rejected.map((row) => ({ ...row, reason: i18n._(faultTexts[row.fault]) }))}
        count={preview.rejectedCount}
        fileName={`${name}-left-out.csv`}
        toCsv={() => worker.call('leftOut', headings, reasons(), country)}
      />
    </>
  )
}
