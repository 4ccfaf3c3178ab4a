import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import { Form } from '#web/ui/form/form.tsx'
import { CancelReason, type ReasonCode } from '../../cancel-reason.tsx'
import type { Appointment } from '../../delivery-pill.tsx'

/** Asks once for all, after saying what happens to which. */
export function CancelSeveral({
  appointments,
  left,
  onCancel,
  onClose,
}: {
  readonly appointments: readonly Appointment[]
  /** How many of the selected stay as they are. */
  readonly left: number
  readonly onCancel: (reason: { readonly reasonCode: ReasonCode; readonly note?: string }) => void
  readonly onClose: () => void
}) {
  const [reasonCode, setReason] = useState<ReasonCode>('provider')
  const [note, setNote] = useState('')
  const ofSources = appointments.filter(({ origin }) => origin === 'intake')
  const sources = enumeration([...new Set(ofSources.map(({ sourceSystem }) => sourceSystem))])
  return (
    <Form
      error={null}
      fields={['reasonCode', 'note']}
      onSubmit={() => onCancel({ reasonCode, ...(note.trim() === '' ? {} : { note: note.trim() }) })}
      actions={
        <>
          <Button type="submit" look="danger">
            <Plural value={appointments.length} one="Cancel # appointment" other="Cancel # appointments" />
          </Button>
          <Button look="quiet" onPress={onClose}>
            <Trans>Leave them as they are</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-muted">
        <p>
          <Trans>Their reminders are withdrawn. Anyone who was told about one is told that it is cancelled.</Trans>
        </p>
        {ofSources.length > 0 && (
          <p>
            <Plural
              value={ofSources.length}
              one={`# comes from ${sources} and has to be cancelled there too, or it will come back.`}
              other={`# come from ${sources} and have to be cancelled there too, or they will come back.`}
            />
          </p>
        )}
        {left > 0 && (
          <p>
            <Plural
              value={left}
              one="# of those you selected has begun or is cancelled already, and stays as it is."
              other="# of those you selected have begun or are cancelled already, and stay as they are."
            />
          </p>
        )}
      </div>
      <ul className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2" tabIndex={0}>
        {appointments.map(({ id, recipient }) => (
          <li key={id}>{recipient.displayName}</li>
        ))}
      </ul>
      <CancelReason reasonCode={reasonCode} onReason={setReason} note={note} onNote={setNote} />
    </Form>
  )
}
