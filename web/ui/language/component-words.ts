import type words from '#web/ui/language/component-words/hi.json'
import type { Locale } from './locales.ts'

/** Strings of the component library in a language that it lacks. */
type Words = Readonly<Record<keyof typeof words, string>>
type Strings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const files = import.meta.glob<{ default: Words }>('./component-words/*.json')

/**
 * Our words for the components we use, in the library's own form.
 *
 * @param english the library's words, which stand for the components we do not use
 */
export async function ownComponentStrings(locale: Locale, english: Strings): Promise<Strings> {
  // The three spellings of Papiamento share one file.
  const load = files[`./component-words/${locale.startsWith('pap-') ? 'pap-CW' : locale}.json`]
  if (load === undefined) throw new Error(`Nobody has told the components what to say in ${locale}.`)
  const own = toStrings((await load()).default)
  return Object.fromEntries(Object.entries(english).map(([part, strings]) => [part, { ...strings, ...own[part] }]))
}

type Values = Readonly<Record<string, unknown>>

function toStrings(words: Words): Strings {
  const say = (name: keyof Words) => (values: Values) => filled(words[name], values)
  return {
    '@react-aria/overlays': { dismiss: words.dismiss },
    '@react-aria/autocomplete': { collectionLabel: words.suggestions },
    '@react-aria/searchfield': { 'Clear search': words.clearSearch },
    '@react-aria/spinbutton': { Empty: words.empty },
    '@react-aria/toast': { close: words.close, notifications: say('notifications') },
    '@react-aria/menu': { longPressMessage: words.longPressMenu },
    '@react-aria/gridlist': { hasActionAnnouncement: words.rowHasAction },
    '@react-aria/grid': {
      select: words.select,
      selectedItem: say('itemSelected'),
      deselectedItem: say('itemNotSelected'),
    },
    '@react-aria/numberfield': {
      decrease: say('decrease'),
      increase: say('increase'),
      numberField: words.numberField,
    },
    '@react-aria/combobox': {
      buttonLabel: words.showSuggestions,
      listboxLabel: words.suggestions,
      countAnnouncement: say('optionsAvailable'),
      selectedAnnouncement: say('optionSelected'),
      focusAnnouncement: (values: Values) =>
        values['isSelected'] ? filled(words.optionSelected, values) : values['optionText'],
    },
    '@react-aria/datepicker': {
      era: words.era,
      year: words.year,
      month: words.month,
      day: words.day,
      hour: words.hour,
      minute: words.minute,
      second: words.second,
      dayPeriod: words.dayPeriod,
      calendar: words.calendar,
      weekday: words.weekday,
      timeZoneName: words.timeZone,
      selectedDateDescription: say('selectedDate'),
      selectedTimeDescription: say('selectedTime'),
    },
    '@react-stately/datepicker': {
      rangeUnderflow: say('tooEarly'),
      rangeOverflow: say('tooLate'),
      unavailableDate: words.unavailable,
    },
    '@react-aria/calendar': {
      previous: words.previous,
      next: words.next,
      selectedDateDescription: say('selectedDate'),
      todayDate: say('today'),
      todayDateSelected: say('todaySelected'),
      dateSelected: say('dateSelected'),
      minimumDate: words.firstDate,
      maximumDate: words.lastDate,
    },
    '@react-aria/dnd': dragStrings(words),
    'react-aria-components': { selectPlaceholder: words.selectItem },
  }
}

/** Touch and screen readers get the same words. */
function dragStrings(words: Words) {
  const say = (name: keyof Words) => (values: Values) => filled(words[name], values)
  return {
    dragItem: say('drag'),
    dragDescriptionKeyboard: words.dragKey,
    dragDescriptionTouch: words.dragTap,
    dragDescriptionVirtual: words.dragTap,
    dragStartedKeyboard: words.draggingKey,
    dragStartedTouch: words.draggingTap,
    dragStartedVirtual: words.draggingTap,
    endDragKeyboard: words.endKey,
    endDragTouch: words.endTap,
    endDragVirtual: words.endTap,
    dropDescriptionKeyboard: words.dropKey,
    dropDescriptionTouch: words.dropTap,
    dropDescriptionVirtual: words.dropTap,
    dropCanceled: words.dropCanceled,
    dropComplete: words.dropComplete,
    dropIndicator: words.dropIndicator,
    insertBefore: say('insertBefore'),
    insertBetween: say('insertBetween'),
    insertAfter: say('insertAfter'),
  }
}

function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
