import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useProfileForm } from '../account/profile/use-profile-form.ts'
import type { Profile } from '../holder-queries.ts'
import { useNextStep } from './use-next-step.ts'

type Location = NonNullable<Profile['schedulingSetup']>['locations'][number]

/** Where people come: a name for each place, or none at all. */
export function LocationsStep() {
  const { t } = useLingui()
  const goOn = useNextStep('locations')
  const { draft, save } = useProfileForm((isMore) => (isMore ? undefined : goOn()), ['schedulingSetup'])
  const [first] = useState(newLocation)
  const stored = draft.value.schedulingSetup?.locations ?? []
  const locations = stored.length > 0 || draft.isDirty ? stored : [first]
  const change = (next: Location[]) => draft.set({ schedulingSetup: { locations: next } })
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
      <DirtyGuard isDirty={draft.isDirty && !save.isPending} />
      <Form
        error={save.error}
        fields={fields}
        onSubmit={() => save.submitWith({ schedulingSetup: { locations: named } })}
        actions={
          <Button type="submit" look="primary" isPending={save.isPending}>
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
        <DraftNote draft={draft} fields={{ schedulingSetup: { name: t`Locations`, text: namesOf } }} />
      </Form>
    </>
  )
}

function namesOf({ schedulingSetup }: Profile): string {
  return enumeration((schedulingSetup?.locations ?? []).map(({ name }) => name))
}

function newLocation(): Location {
  return { id: crypto.randomUUID(), name: '', personCount: 0, roomCount: 0 }
}
