import { useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { componentNames } from '#web/ui/appointment/layout.ts'
import { Button } from '#web/ui/button/button.tsx'
import { labelClass } from '#web/ui/form/field-classes.ts'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { componentTypes } from './component-text.ts'
import type { Component } from './layout-queries.ts'

/** The components that the layout does not have; pressing one puts it at the end. */
export function Palette({
  components,
  onAdd,
}: {
  readonly components: readonly Component[]
  readonly onAdd: (component: Component) => void
}) {
  const { t, i18n } = useLingui()
  const removal = useFocusAfterRemoval<HTMLDivElement>()
  const missing = componentTypes.filter((type) => components.every((component) => component.type !== type))
  if (missing.length === 0) return null
  return (
    <div ref={removal.list} role="group" aria-label={t`Add to the layout`}>
      <p className={`mb-2 ${labelClass}`}>{t`Add to the layout`}</p>
      <div className="flex flex-wrap gap-2">
        {missing.map((type, index) => (
          <Button
            key={type}
            data-focus-next
            icon={<Plus aria-hidden size={16} />}
            onPress={() => {
              removal.note(index)
              onAdd({
                componentId: components.some(({ componentId }) => componentId === type) ? crypto.randomUUID() : type,
                type,
                position: components.length,
                visible: true,
                width: 'full',
                options: {},
              })
            }}
          >
            {i18n._(componentNames[type])}
          </Button>
        ))}
      </div>
    </div>
  )
}
