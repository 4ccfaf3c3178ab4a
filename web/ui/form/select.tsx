import { useLingui } from '@lingui/react/macro'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { Key } from 'react-aria-components'
import {
  Button,
  ComboBox as AriaComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components'
import { popoverClass } from '../overlay/overlay-classes.ts'
import { fieldClass, inputClass, labelClass } from './field-classes.ts'
import { useFault } from './faults.ts'
import { FieldNotes, type FieldWords } from './text-field.tsx'

/** One of several choices. `name` is what people read, `note` a smaller line under it. */
export type Choice<Id extends string = string> = { readonly id: Id; readonly name: string; readonly note?: string }

type ChoiceProps<Id extends string> = FieldWords & {
  readonly name?: string
  readonly choices: readonly Choice<Id>[]
  readonly value: Id | null
  readonly onChange: (value: Id) => void
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

/** A choice out of a few. */
export function Select<Id extends string>({ label, hint, choices, value, onChange, ...props }: ChoiceProps<Id>) {
  const { t } = useLingui()
  const fault = useFault(props.name)
  return (
    <AriaSelect
      {...props}
      value={value}
      onChange={(key: Key | null) => isChosen(choices, key) && onChange(key)}
      isInvalid={fault !== null}
      className={fieldClass}
    >
      <Label className={labelClass}>{label}</Label>
      <Button className={`${inputClass} flex items-center justify-between gap-2 text-start`}>
        <SelectValue className="min-w-0 truncate data-placeholder:text-muted">
          {({ selectedText }) => selectedText || t`Choose`}
        </SelectValue>
        <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Button>
      <FieldNotes hint={hint} fault={fault} />
      <Popover className={`${popoverClass} min-w-(--trigger-width)`}>
        <Choices choices={choices} />
      </Popover>
    </AriaSelect>
  )
}

/** A choice out of many, found by typing. */
export function ComboBox<Id extends string>({ label, hint, choices, value, onChange, ...props }: ChoiceProps<Id>) {
  const { t } = useLingui()
  const fault = useFault(props.name)
  return (
    <AriaComboBox
      {...props}
      value={value}
      onChange={(key: Key | null) => isChosen(choices, key) && onChange(key)}
      isInvalid={fault !== null}
      menuTrigger="focus"
      className={fieldClass}
    >
      <Label className={labelClass}>{label}</Label>
      <div className="relative">
        <Input className={`${inputClass} pe-9`} />
        <Button
          aria-label={t`Show the choices`}
          className="absolute inset-y-0 end-0 grid w-9 pointer-coarse:w-11 place-items-center text-muted"
        >
          <ChevronsUpDown aria-hidden size={14} />
        </Button>
      </div>
      <FieldNotes hint={hint} fault={fault} />
      <Popover className={`${popoverClass} min-w-(--trigger-width)`}>
        <Choices choices={choices} />
      </Popover>
    </AriaComboBox>
  )
}

function Choices<Id extends string>({ choices }: { readonly choices: readonly Choice<Id>[] }) {
  return (
    <ListBox className="max-h-80 overflow-auto p-1 outline-none">
      {choices.map(({ id, name, note }) => (
        <ListBoxItem
          key={id}
          id={id}
          textValue={name}
          className="group flex min-h-9 items-center gap-3 rounded-sm px-2 py-1.5 text-sm outline-none data-focused:bg-sunken pointer-coarse:min-h-11"
        >
          <span className="min-w-0 flex-1">
            {name}
            {note && <span className="block text-xs text-muted">{note}</span>}
          </span>
          <Check aria-hidden size={14} className="invisible text-accent group-data-selected:visible" />
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

function isChosen<Id extends string>(choices: readonly Choice<Id>[], key: Key | null): key is Id {
  return choices.some(({ id }) => id === key)
}
