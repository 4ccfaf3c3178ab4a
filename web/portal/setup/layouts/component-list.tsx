import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff, GripVertical, Lock, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import { Button, DropIndicator, GridList, GridListItem, useDragAndDrop, type Key } from 'react-aria-components'
import { componentNames } from '#web/ui/appointment/layout.ts'
import { startComponents } from '#web/ui/language/component-strings.ts'
import { iconButtonClass } from '#web/ui/button/button-class.ts'
import { mandatory } from './component-text.ts'
import type { Component } from './layout-queries.ts'

await startComponents()

/**
 * The components in their order. The handle moves one: dragged, or by Enter, the arrow keys and Enter again. A row
 * opens its options.
 */
export function ComponentList({
  ref,
  components,
  opened,
  onChange,
  onOpen,
}: {
  readonly ref: Ref<HTMLDivElement>
  readonly components: readonly Component[]
  readonly opened: string | undefined
  readonly onChange: (components: readonly Component[]) => void
  readonly onOpen: (componentId: string) => void
}) {
  const { t, i18n } = useLingui()
  const nameOf = (key: Key) => {
    const type = components.find(({ componentId }) => componentId === key)?.type
    return type ? i18n._(componentNames[type]) : ''
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': nameOf(key) })),
    onReorder: ({ keys, target }) => onChange(moved(components, keys, target)),
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="h-0.5 outline-none data-drop-target:bg-accent" />
    ),
  })
  return (
    <GridList
      ref={ref}
      aria-label={t`Components, from top to bottom`}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(key) => onOpen(String(key))}
      className="rounded-lg border border-line bg-surface outline-none"
    >
      {components.map((component) => (
        <Row
          key={component.componentId}
          component={component}
          isOpened={component.componentId === opened}
          onChange={(changed) =>
            onChange(components.flatMap((one) => (one.componentId === component.componentId ? (changed ?? []) : one)))
          }
        />
      ))}
    </GridList>
  )
}

function Row({
  component,
  isOpened,
  onChange,
}: {
  readonly component: Component
  readonly isOpened: boolean
  /** Null removes it. */
  readonly onChange: (component: Component | null) => void
}) {
  const { t, i18n } = useLingui()
  const { componentId, type, visible, width } = component
  const name = i18n._(componentNames[type])
  const isMandatory = mandatory.includes(type)
  return (
    <GridListItem
      id={componentId}
      textValue={name}
      className={`flex min-h-12 cursor-pointer items-center gap-2 px-2 py-1.5 -outline-offset-2 not-last:border-b not-last:border-line data-dragging:opacity-50 data-hovered:bg-sunken ${isOpened ? 'bg-accent-soft' : ''}`}
    >
      <Button
        slot="drag"
        aria-label={t`Move ${name}`}
        className="grid size-8 shrink-0 cursor-grab place-items-center rounded-md text-muted hover:bg-sunken"
      >
        <GripVertical aria-hidden size={16} />
      </Button>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2">
        <span className={`wrap-break-word ${visible ? '' : 'text-muted line-through'}`}>{name}</span>
        {width === 'half' && <span className="text-xs text-muted">{t`Half width`}</span>}
      </span>
      {isMandatory ? (
        <span title={t`Always shown: without it the screen would be misleading.`} className="p-2.5 text-muted">
          <Lock aria-hidden size={15} />
          <span className="sr-only">{t`${name} is always shown`}</span>
        </span>
      ) : (
        <>
          <Button
            className={iconButtonClass}
            aria-label={visible ? t`Hide ${name}` : t`Show ${name}`}
            onPress={() => onChange({ ...component, visible: !visible })}
          >
            {visible ? <Eye aria-hidden size={16} /> : <EyeOff aria-hidden size={16} />}
          </Button>
          <Button className={iconButtonClass} aria-label={t`Remove ${name}`} onPress={() => onChange(null)}>
            <Trash2 aria-hidden size={16} />
          </Button>
        </>
      )}
    </GridListItem>
  )
}

/** The list with the dragged components put before or after the target. */
function moved(
  components: readonly Component[],
  keys: ReadonlySet<Key>,
  target: { readonly key: Key; readonly dropPosition: 'before' | 'after' | 'on' },
): readonly Component[] {
  const taken = components.filter(({ componentId }) => keys.has(componentId))
  const rest = components.filter(({ componentId }) => !keys.has(componentId))
  const place = rest.findIndex(({ componentId }) => componentId === target.key)
  if (place < 0) return components
  return rest.toSpliced(target.dropPosition === 'before' ? place : place + 1, 0, ...taken)
}
