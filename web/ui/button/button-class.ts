export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The looks of a button with words. */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-3 py-1.5 text-center text-sm font-medium select-none max-w-full sm:min-w-fit sm:shrink-0 transition-colors aria-disabled:opacity-50 pointer-coarse:min-h-11 ${looks[look]}`
}

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-accent text-on-accent shadow-raised hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border border-line shadow-raised hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-danger border border-line shadow-raised hover:bg-danger-soft',
}

/** The looks of a button with only an icon. */
export const iconButtonClass =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11 text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-50'
