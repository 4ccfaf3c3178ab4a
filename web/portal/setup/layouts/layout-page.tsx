import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { call } from '#web/api/client.ts'
import { componentNames } from '#web/ui/appointment/layout.ts'
import { Form } from '#web/ui/form/form.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { later } from '#web/ui/later.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import { useHolder } from '../../holder.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { useDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { SetupPage } from '../setup-page.tsx'
import { activeTypes, typeName } from '../types/type-queries.ts'
import { ComponentList } from './component-list.tsx'
import { layoutList, schemaVersion, type Component, type Layout } from './layout-queries.ts'
import { Palette } from './palette.tsx'
import { PhonePreview } from './phone-preview.tsx'

// Nothing can be lost before something was changed: it comes when somebody turns to the form.
const guard = () => import('#web/ui/form/dirty-guard.tsx')
const DirtyGuard = later(async () => (await guard()).DirtyGuard)
const expectChange = () => void guard().catch(() => undefined)
const ComponentOptions = later(async () => (await import('./component-options.tsx')).ComponentOptions)

const route = getRouteApi('/shell/setup/layouts/$layoutId')

/** What the app shows of an appointment, and in what order. */
export function LayoutPage() {
  const { t } = useLingui()
  const { layoutId } = route.useParams()
  const { items } = useSuspenseQuery(layoutList(useHolder())).data
  const layout = items.find(({ id }) => id === layoutId)
  if (layout === undefined) return <NotFoundPage />
  return (
    <SetupPage title={t`Layouts`} lead={t`What people see of an appointment in their app, from top to bottom.`}>
      <LayoutChoice layouts={items} />
      <Editor key={layout.id} layout={layout} />
    </SetupPage>
  )
}

function LayoutChoice({ layouts }: { readonly layouts: readonly Layout[] }) {
  const { t } = useLingui()
  const types = useSuspenseQuery(activeTypes(useHolder())).data.items
  const nameOf = ({ surface, appointmentTypeId }: Layout) => {
    const where = surface === 'appointment_list' ? t`List of appointments` : t`One appointment`
    const type = types.find(({ id }) => id === appointmentTypeId)
    return type ? `${where}: ${typeName(type.name, currentLocale())}` : where
  }
  return (
    <nav aria-label={t`Which layout`} className="mb-6 inline-flex max-w-full flex-wrap gap-1 rounded-md bg-sunken p-1">
      {layouts.map((layout) => (
        <Link
          key={layout.id}
          to="/setup/layouts/$layoutId"
          params={{ layoutId: layout.id }}
          className="rounded-sm px-3 py-1.5 text-sm"
          activeProps={{ className: 'bg-surface font-medium shadow-raised', 'aria-current': 'page' }}
          inactiveProps={{ className: 'text-muted hover:text-ink' }}
        >
          {nameOf(layout)}
        </Link>
      ))}
    </nav>
  )
}

function Editor({ layout }: { readonly layout: Layout }) {
  const { t, i18n } = useLingui()
  const { part } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const draft = useDraft(layout, layoutFields)
  const { components } = draft.value
  const save = useLayoutSave(draft)
  const opened = components.find(({ componentId }) => componentId === part)
  const open = (componentId: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, part: componentId }), replace: true })
  const put = (changed: readonly Component[]) =>
    draft.set({ components: changed.map((component, position) => ({ ...component, position })) })
  const namesOf = ({ components: shown }: Layout) =>
    enumeration(shown.filter(({ visible }) => visible).map(({ type }) => i18n._(componentNames[type])))
  return (
    <div
      onPointerEnter={expectChange}
      onFocus={expectChange}
      className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      {draft.isDirty && <DirtyGuard isDirty />}
      <Form
        error={save.error}
        fields={[]}
        onSubmit={save.submit}
        actions={<SaveButtons isDirty={draft.isDirty} isPending={save.isPending} onUndo={draft.reset} />}
      >
        <ComponentList ref={list} components={components} opened={part} onChange={put} onOpen={open} />
        <Palette components={components} onAdd={(component) => put([...components, component])} />
        {opened && (
          <ComponentOptions
            component={opened}
            onChange={(changed) =>
              put(components.map((one) => (one.componentId === changed.componentId ? changed : one)))
            }
            onClose={() => {
              open(undefined)
              list.current?.focus()
            }}
          />
        )}
        <DraftNote draft={draft} fields={{ components: { name: t`Components`, text: namesOf } }} />
        <p className="sr-only" aria-live="polite">
          {draft.isDirty && <Trans>Not saved yet.</Trans>}
        </p>
      </Form>
      <PhonePreview surface={layout.surface} components={components} />
    </div>
  )
}

const layoutFields = ['components'] as const satisfies readonly (keyof Layout)[]

function useLayoutSave(draft: ReturnType<typeof useDraft<Layout>>) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const { id } = draft.value
  return useSave({
    draft,
    fields: layoutFields,
    send: ({ base, changes }) =>
      call('updateHolderAppointmentLayout', {
        params: { platformHolderId: holder, layoutId: id },
        body: { expectedVersion: base.version, schemaVersion, components: changes.components ?? base.components },
      }),
    latest: async () => {
      const { items } = await queries.fetchQuery({ ...layoutList(holder), staleTime: 0 })
      return items.find((layout) => layout.id === id) ?? draft.value
    },
    onSaved: (saved) => {
      queries.setQueryData(layoutList(holder).queryKey, (before) =>
        before ? { ...before, items: before.items.map((layout) => (layout.id === id ? saved : layout)) } : undefined,
      )
      toast(t`Layout saved`)
    },
  })
}
