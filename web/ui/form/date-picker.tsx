import { parseDate } from '@internationalized/date'
import { useLingui } from '@lingui/react/macro'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker as AriaDatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
  Text,
} from 'react-aria-components'
import { startComponents } from '#web/ui/language/component-strings.ts'
import { popoverClass } from '../overlay/overlay-classes.ts'
import { errorClass, fieldClass, hintClass, inputClass, labelClass } from './field-classes.ts'
import { useFault } from './faults.ts'
import type { FieldWords } from './field.tsx'

await startComponents()

type LocalProps = FieldWords & {
  readonly name?: string
  /** As ISO 8601 writes it; null while it is not filled in. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly autoFocus?: boolean
}

/** A day, `2026-11-24`: typed, or chosen in a calendar. */
export function DatePicker({
  label,
  hint,
  value,
  onChange,
  earliest,
  ...props
}: LocalProps & { readonly earliest?: string }) {
  const { t } = useLingui()
  const fault = useFault(props.name)
  const group = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<Element>()
  return (
    <AriaDatePicker
      {...props}
      // Nothing outside an open dialog can be pressed.
      onOpenChange={(isOpen) => isOpen && setDialog(group.current?.closest('dialog') ?? undefined)}
      value={value === null ? null : parseDate(value)}
      minValue={earliest === undefined ? null : parseDate(earliest)}
      onChange={(date) => onChange(date?.toString() ?? null)}
      isInvalid={fault !== null}
      validationBehavior="aria"
      className={fieldClass}
    >
      <Label className={labelClass}>{label}</Label>
      <Group ref={group} className={`${inputClass} flex items-center`}>
        <Segments />
        <Button
          aria-label={t`Calendar`}
          className="-my-1 -me-1 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken"
        >
          <CalendarDays aria-hidden size={16} />
        </Button>
      </Group>
      {hint && (
        <Text slot="description" className={hintClass}>
          {hint}
        </Text>
      )}
      <FieldError className={errorClass}>{fault ?? undefined}</FieldError>
      <Popover className={popoverClass} UNSTABLE_portalContainer={dialog}>
        <Dialog className="p-3 outline-none">
          <Month />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  )
}

function Segments() {
  return (
    <DateInput className="flex flex-1">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="min-w-6 rounded-sm px-0.5 text-center outline-none data-[type=literal]:min-w-0 data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-muted"
        />
      )}
    </DateInput>
  )
}

/** The calendar of a month, week by week. */
export function Month() {
  return (
    <Calendar>
      <header className="mb-2 flex items-center justify-between">
        <Button slot="previous" className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken">
          <ChevronLeft aria-hidden size={16} className="rtl:rotate-180" />
        </Button>
        <Heading className="text-sm font-medium" />
        <Button slot="next" className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken">
          <ChevronRight aria-hidden size={16} className="rtl:rotate-180" />
        </Button>
      </header>
      <CalendarGrid className="text-center [&_th]:pb-1 [&_th]:text-xs [&_th]:font-normal [&_th]:text-muted">
        {(date) => (
          <CalendarCell
            date={date}
            className="grid size-9 place-items-center rounded-md text-sm outline-none data-disabled:text-muted data-focus-visible:ring-2 data-focus-visible:ring-accent data-hovered:bg-sunken data-outside-month:hidden data-selected:bg-accent data-selected:text-on-accent data-unavailable:text-muted"
          />
        )}
      </CalendarGrid>
    </Calendar>
  )
}
