import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useProfileForm } from '../account/profile/use-profile-form.ts'
import type { Profile } from '../holder-queries.ts'
import { useProfile } from '../holder.ts'
import { useNextStep } from './use-next-step.ts'

type Location = NonNullable<Profile['schedulingSetup']>['locations'][number]

/** Where people come: a name for each place, or none at all. */
export function LocationsStep() {
  const { t } = useLingui()
  const { schedulingSetup } = useProfile()
  const goOn = useNextStep('locations')
  const form = useProfileForm(() => void goOn())
  const before = schedulingSetup?.locations ?? []
  const [locations, setLocations] = useState<readonly Location[]>(before.length > 0 ? before : [newLocation()])
  const [isDirty, setDirty] = useState(false)
  const change = (next: readonly Location[]) => {
    setDirty(true)
    setLocations(next)
  }
  const removal = useFocusAfterRemoval<HTMLDivElement>()
  const remove = (index: number) => {
    removal.note(index)
    change(locations.filter((_, at) => at !== index))
  }
  const named = locations.map((one) => ({ ...one, name: one.name.trim() })).filter(({ name }) => name !== '')
  const fields = locations.flatMap((_, index) => [
    `schedulingSetup.locations.${index}.name`,
    `schedulingSetup.locations.${index}.id`,
  ])
  return (
    <>
      <DirtyGuard isDirty={isDirty && !form.isPending} />
      <Form
        error={form.error}
        fields={fields}
        onSubmit={() => form.save({ schedulingSetup: { locations: named } })}
        actions={
          <Button type="submit" look="primary" isPending={form.isPending}>
            {named.length === 0 ? <Trans>Continue without locations</Trans> : <Trans>Save and continue</Trans>}
          </Button>
        }
      >
        <p className="text-muted">
          <Trans>Reminders say where somebody is expected. If people come to one place only, one name is enough.</Trans>
        </p>
        <div ref={removal.list} className="contents">
          <ul className="flex flex-col gap-3">
            {locations.map((location, index) => (
              <li key={location.id} className="flex items-end gap-2">
                <div className="min-w-0 flex-1">
                  <TextField
                    label={t`Name of location ${index + 1}`}
                    name={`schedulingSetup.locations.${index}.name`}
                    maxLength={120}
                    autoComplete="off"
                    value={location.name}
                    onChange={(name) =>
                      change(locations.map((one) => (one.id === location.id ? { ...one, name } : one)))
                    }
                  />
                </div>
                <IconButton label={t`Remove location ${index + 1}`} data-focus-next onPress={() => remove(index)}>
                  <Trash2 aria-hidden size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
          <div data-focus-last>
            <Button icon={<Plus aria-hidden size={16} />} onPress={() => change([...locations, newLocation()])}>
              <Trans>Add a location</Trans>
            </Button>
          </div>
        </div>
      </Form>
    </>
  )
}

function newLocation(): Location {
  return { id: crypto.randomUUID(), name: '', personCount: 0, roomCount: 0 }
}
