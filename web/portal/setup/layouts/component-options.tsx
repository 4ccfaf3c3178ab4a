import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { componentNames } from '#web/ui/appointment/layout.ts'
import { IconButton } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { longTexts, mandatory } from './component-text.ts'
import type { Component } from './layout-queries.ts'

export function ComponentOptions({
  component,
  onChange,
  onClose,
}: {
  readonly component: Component
  readonly onChange: (component: Component) => void
  readonly onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const { componentId, type, visible, width, options } = component
  const heading = useHeadingFocus(componentId)
  const name = i18n._(componentNames[type])
  const setOption = (change: Component['options']) => onChange({ ...component, options: { ...options, ...change } })
  const { maxLines: _, ...withoutLines } = options
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-surface">
      <div className="flex items-center justify-between border-b border-line py-2 ps-4 pe-2">
        <h2 ref={heading} tabIndex={-1} className="font-medium outline-none">
          {name}
        </h2>
        <IconButton label={t`Close`} onPress={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <div className="flex flex-col gap-4 p-4">
        <Checkbox
          isSelected={visible}
          isDisabled={mandatory.includes(type)}
          onChange={(isOn) => onChange({ ...component, visible: isOn })}
        >
          {mandatory.includes(type) ? <Trans>Shown, always</Trans> : <Trans>Shown</Trans>}
        </Checkbox>
        <RadioGroup
          label={t`Width`}
          choices={[
            { id: 'full', name: t`The whole line` },
            { id: 'half', name: t`Half a line` },
          ]}
          value={width}
          onChange={(chosen) => onChange({ ...component, width: chosen })}
        />
        <Checkbox isSelected={options.showLabel ?? false} onChange={(showLabel) => setOption({ showLabel })}>
          <Trans>With a heading above it</Trans>
        </Checkbox>
        {type === 'date_time' && (
          <Checkbox isSelected={options.showEndTime ?? false} onChange={(showEndTime) => setOption({ showEndTime })}>
            <Trans>With the time it ends</Trans>
          </Checkbox>
        )}
        {longTexts.includes(type) && (
          <>
            <Checkbox
              isSelected={options.maxLines !== undefined}
              onChange={(isOn) =>
                onChange({ ...component, options: isOn ? { ...options, maxLines: 3 } : withoutLines })
              }
            >
              <Trans>Collapse long text</Trans>
            </Checkbox>
            {options.maxLines !== undefined && (
              <div className="max-w-40 ps-6">
                <NumberField
                  label={t`Lines`}
                  minValue={1}
                  maxValue={20}
                  value={options.maxLines}
                  onChange={(lines) => setOption({ maxLines: lines ?? 1 })}
                />
              </div>
            )}
          </>
        )}
      </div>
    </section>
  )
}
