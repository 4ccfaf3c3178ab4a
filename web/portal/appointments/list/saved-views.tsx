import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, read } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { enumeration } from '#web/ui/enumeration.ts'
import { ErrorNote, ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import { filterNames, filtersOf, isFiltered, queryOf, type AppointmentFilters } from '../filters.ts'
import { wordsOf, type FilterChoices } from './filter-choices.ts'

/** The server keeps no more of one person. */
const viewsMax = 20

/** The filters that whoever is signed in keeps under a name: read once somebody turns to the button. */
export function SavedViews({
  search,
  choices,
  onChange,
}: {
  readonly search: AppointmentFilters
  readonly choices: FilterChoices
  readonly onChange: (filters: AppointmentFilters) => void
}) {
  const { t } = useLingui()
  const [isWanted, setWanted] = useState(false)
  const [dialog, setDialog] = useState<'keep' | 'delete' | null>(null)
  const { data, error, refetch } = useQuery({ ...savedViews(useHolder()), enabled: isWanted })
  const views = data?.items ?? []
  const close = () => setDialog(null)
  return (
    <span onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      <Menu
        label={t`My views`}
        className={buttonClass('secondary')}
        choices={[
          ...views.map(({ id, name, filters }) => ({
            id,
            name,
            icon: <Bookmark aria-hidden size={16} />,
            onAction: () => onChange(filtersOf(filters)),
          })),
          {
            id: 'keep',
            name: t`Keep these filters`,
            icon: <Plus aria-hidden size={16} />,
            onAction: () => setDialog('keep'),
          },
          ...(views.length === 0
            ? []
            : [
                {
                  id: 'delete',
                  name: t`Delete a view`,
                  icon: <Trash2 aria-hidden size={16} />,
                  onAction: () => setDialog('delete'),
                },
              ]),
        ]}
      >
        <Bookmark aria-hidden size={16} />
        <Trans>My views</Trans>
        <ChevronDown aria-hidden size={16} />
      </Menu>
      <Dialog isOpen={dialog === 'keep'} onClose={close} title={t`Keep these filters`}>
        {!isFiltered(search) ? (
          <p>
            <Trans>Choose at least one filter first. A view keeps filters, no day and no name of a person.</Trans>
          </p>
        ) : error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <KeepForm search={search} choices={choices} names={views.map(({ name }) => name)} onDone={close} />
        )}
      </Dialog>
      <Dialog isOpen={dialog === 'delete'} onClose={close} title={t`Delete a view`}>
        <DeleteList views={views} onEmpty={close} />
      </Dialog>
    </span>
  )
}

function KeepForm({
  search,
  choices,
  names,
  onDone,
}: {
  readonly search: AppointmentFilters
  readonly choices: FilterChoices
  readonly names: readonly string[]
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const words = enumeration(
    filterNames.filter((one) => search[one] !== undefined).map((one) => wordsOf(choices, search, one)),
  )
  const [typed, setName] = useState(words.slice(0, 60))
  const name = typed.trim()
  const isFull = names.length >= viewsMax && !names.includes(name)
  const keep = useMutation({
    mutationFn: () =>
      call('storeHolderSavedView', { params: { platformHolderId }, body: { name, filters: queryOf(search) } }),
    onSuccess: async () => {
      await readAnew(queries, ['listHolderSavedViews'])
      toast(t`The view is kept`)
      onDone()
    },
  })
  return (
    <Form
      error={keep.error}
      fields={['name']}
      onSubmit={() => keep.mutate()}
      actions={
        <Button type="submit" look="primary" isPending={keep.isPending} isDisabled={isFull || name === ''}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <p className="text-muted">{words}</p>
      <TextField
        label={t({ message: 'Name', context: 'of a view' })}
        name="name"
        hint={
          isFull
            ? t`You keep as many views as there can be. Delete one first.`
            : names.includes(name)
              ? t`You have a view of this name. It gets these filters.`
              : t`Only you see it.`
        }
        maxLength={60}
        value={typed}
        onChange={setName}
      />
    </Form>
  )
}

function DeleteList({
  views,
  onEmpty,
}: {
  readonly views: readonly { readonly id: string; readonly name: string }[]
  readonly onEmpty: () => void
}) {
  const { t } = useLingui()
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const { list, note } = useFocusAfterRemoval<HTMLUListElement>()
  const remove = useMutation({
    mutationFn: (viewId: string) => call('deleteHolderSavedView', { params: { platformHolderId, viewId } }),
    onSuccess: async (_, viewId) => {
      const place = views.findIndex(({ id }) => id === viewId)
      note(Math.min(place, views.length - 2))
      await readAnew(queries, ['listHolderSavedViews'])
      toast(t`The view is deleted`)
      if (views.length === 1) onEmpty()
    },
  })
  return (
    <>
      <ErrorNote error={remove.error} />
      <ul ref={list} className="divide-y divide-line">
        {views.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-1">
            <span className="min-w-0">{name}</span>
            <IconButton
              label={t`Delete: ${name}`}
              data-focus-next=""
              isPending={remove.isPending}
              onPress={() => remove.mutate(id)}
            >
              <Trash2 aria-hidden size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

function savedViews(holder: string) {
  return read('listHolderSavedViews', { params: { platformHolderId: holder } })
}
