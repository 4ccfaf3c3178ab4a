/** The look of what opens over the page beside something. */
export const popoverClass =
  'rounded-lg bg-surface shadow-overlay outline-none transition-opacity duration-100 entering:opacity-0 exiting:opacity-0'
