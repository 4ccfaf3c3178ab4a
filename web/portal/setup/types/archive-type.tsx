import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { differences } from '#web/ui/change/differences.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { useTypeText } from './type-fields.ts'
import { oneType, type AppointmentType } from './type-queries.ts'

/** Archives a type, after a confirmation. */
export function ArchiveType({ type }: { readonly type: AppointmentType }) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const texts = useTypeText()
  const [isAsked, setAsked] = useState(false)
  const archive = useMutation({
    mutationFn: () =>
      call('archiveHolderAppointmentType', {
        params: { platformHolderId: holder, appointmentTypeId: type.id },
        body: { expectedVersion: type.version },
      }),
    onSuccess: async () => {
      toast(t`Type archived`)
      await readAnew(queries, ['listHolderAppointmentTypes', 'getHolderAppointmentType'])
      await navigate({ to: '/setup/types', search: {}, ignoreBlocker: true })
    },
    readAgain: async () => {
      const now = await queries.fetchQuery({ ...oneType(holder, type.id), staleTime: 0 })
      return now.status === 'archived' ? { stored: now } : { differences: differences(type, now, texts) }
    },
  })
  return (
    <>
      <Button onPress={() => setAsked(true)}>
        <Trans>Archive</Trans>
      </Button>
      <AlertDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t`Archive this type?`}
        actions={
          <>
            <Button onPress={() => setAsked(false)} autoFocus>
              <Trans>Keep it</Trans>
            </Button>
            <Button look="danger" isPending={archive.isPending} onPress={() => archive.mutate()}>
              <Trans>Archive</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            Appointments of this type keep it, with its reminders. It can no longer be chosen, and this cannot be
            undone.
          </Trans>
        </p>
        <div className="mt-3 empty:hidden">
          <ErrorNote error={archive.error} />
        </div>
      </AlertDialog>
    </>
  )
}
