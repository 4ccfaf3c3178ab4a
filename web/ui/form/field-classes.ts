/** The looks that all fields share. */
export const fieldClass = 'flex flex-col gap-1.5'
export const labelClass = 'text-sm font-medium'
export const hintClass = 'text-xs text-muted'
export const errorClass = 'text-xs text-danger'
export const inputClass =
  'min-h-9 w-full rounded-md border border-line-strong bg-surface px-3 py-1.5 text-base sm:text-sm text-ink placeholder:text-muted disabled:opacity-60 data-invalid:border-danger pointer-coarse:min-h-11 rtl:[[dir=ltr]]:text-end'
